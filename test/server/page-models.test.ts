/** The page in a real headless Chromium whose microphone is a recording, against the real engines. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EngineSource } from '../../src/server/engine-source.js';
import { createEngineSource } from '../../src/server/real-engines.js';
import { chromium, Page } from '../helpers/headless-browser.js';
import { repoRoot } from '../helpers/cli-process.js';
import { KEY, startServer, type TestServer } from '../helpers/server-harness.js';

const sample = path.join(repoRoot, 'corpora/sample-calls/audio/booking-call.wav');

describe.skipIf(!chromium)('the page in headless Chromium (skipped where none is installed)', () => {
  let engines: EngineSource;
  let server: TestServer;
  let page: Page;
  beforeAll(async () => {
    engines = await createEngineSource({ workers: 1 });
    server = await startServer({ engines });
    page = await Page.open(`${server.url}/#key=${KEY}`, sample);
  }, 120_000);
  afterAll(async () => {
    await page?.close();
    await server?.drain(0);
  });

  const text = (id: string): Promise<unknown> =>
    page.evaluate(`document.getElementById('${id}').textContent`);
  const click = (id: string): Promise<unknown> => page.evaluate(`document.getElementById('${id}').click()`);
  /** `PAGE_SCREENSHOTS=dir` keeps what the browser showed, for a person to look at. */
  const keep = async (name: string): Promise<void> => {
    const folder = process.env.PAGE_SCREENSHOTS;
    if (folder) await writeFile(path.join(folder, `${name}.png`), await page.screenshot());
  };

  it('streams the microphone and shows voice activity and turns as they happen', async () => {
    await page.evaluate(`document.getElementById('bargein').checked = true`);
    await click('start');
    await page.until(`document.getElementById('status').textContent.startsWith('Live')`);
    await click('agent');
    await page.until(`document.getElementById('events').textContent.includes('bargein.onset')`, 40);
    await click('agent');
    await page.until(`Number(document.getElementById('turns').textContent) >= 2`, 60);
    await keep('stream');
    // 16 kHz whatever the browser's own rate is: as many seconds sent as went by, give or take the start.
    const before = Number.parseFloat(String(await text('clock')));
    const wallBefore = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 4000));
    const sent = Number.parseFloat(String(await text('clock'))) - before;
    expect(sent).toBeGreaterThan(((performance.now() - wallBefore) / 1000) * 0.85);
    expect(sent).toBeLessThan(((performance.now() - wallBefore) / 1000) * 1.15 + 0.3);
    await click('stop');
    await page.until(`document.getElementById('status').textContent === 'Closed: 1000'`);
    expect(await text('events')).toContain('session.summary');
  }, 180_000);

  it('shows why a session was refused', async () => {
    await page.evaluate(`document.getElementById('key').value = 'wrong'`);
    await click('start');
    await page.until(`document.getElementById('status').textContent === 'Closed: 1008 invalid api key'`);
    expect(await page.evaluate(`document.getElementById('start').disabled`)).toBe(false);
    await page.evaluate(`document.getElementById('key').value = '${KEY}'`);
  }, 60_000);

  it('shows a room transcript by voice', async () => {
    await page.evaluate(`document.getElementById('endpoint').value = 'room'`);
    await click('start');
    await page.until(
      `document.querySelectorAll('#voices dd span:first-child')[0]?.textContent.length > 20`,
      90,
    );
    expect(await text('voices')).toMatch(/table|Friday|evening/);
    await keep('room');
    await click('finalize');
    await page.until(`document.getElementById('events').textContent.includes('asr.flushed')`);
    await click('stop');
    await page.until(`document.getElementById('status').textContent === 'Closed: 1000'`);
    expect(await text('events')).toContain('language.summary');
  }, 180_000);
});
