/** The page in a real headless Chromium, against the real engines: a recording dropped on it, and a microphone that hears one. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EngineSource } from '../../src/server/engine-source.js';
import { createEngineSource } from '../../src/server/real-engines.js';
import { chromium, Page } from '../helpers/headless-browser.js';
import { repoRoot, runCli } from '../helpers/cli-process.js';
import { KEY, startServer, type TestServer } from '../helpers/server-harness.js';

const sample = path.join(repoRoot, 'corpora/sample-calls/audio/booking-call.wav');
const call = path.join(repoRoot, 'corpora/real/schedule-appointment.flac');

describe.skipIf(!chromium)('the page in headless Chromium (skipped where none is installed)', () => {
  let engines: EngineSource;
  let server: TestServer;
  let page: Page;
  beforeAll(async () => {
    engines = await createEngineSource({ workers: 1 });
    server = await startServer({ engines });
    page = await Page.open(`${server.url}/#key=${KEY}`, sample);
    // What is saved stays here, where the test can read it.
    await page.evaluate(`(() => {
      const create = URL.createObjectURL.bind(URL);
      URL.createObjectURL = (blob) => ((window.saved = blob), create(blob));
    })()`);
    await page.resize(1280, 1300);
  }, 120_000);
  afterAll(async () => {
    await page?.close();
    await server?.drain(0);
  });

  const text = async (id: string): Promise<string> =>
    (await page.evaluate(`document.getElementById('${id}').textContent`)) as string;
  const click = (id: string): Promise<unknown> => page.evaluate(`document.getElementById('${id}').click()`);
  const set = (id: string, value: string): Promise<unknown> =>
    page.evaluate(`(() => {
      const control = document.getElementById('${id}');
      control.value = '${value}';
      control.dispatchEvent(new Event('change'));
    })()`);
  const statusIs = (status: string, seconds = 30): Promise<void> =>
    page.until(`document.getElementById('status').textContent === '${status}'`, seconds);
  const inked = (of: string): Promise<unknown> =>
    page.evaluate(`[...document.querySelectorAll('${of} canvas')].map((canvas) =>
      canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 0))`);
  /** `PAGE_SCREENSHOTS=dir` keeps what the browser showed, for a person to look at. */
  const keep = async (name: string): Promise<void> => {
    const folder = process.env.PAGE_SCREENSHOTS;
    if (folder) await writeFile(path.join(folder, `${name}.png`), await page.screenshot());
  };

  it('shows why a recording or a session is refused', async () => {
    await page.drop(path.join(repoRoot, 'README.md'), 200, 130);
    await page.until(`document.getElementById('status').textContent.includes('is text, not audio')`);
    await set('key', 'wrong');
    await click('start');
    await statusIs('Closed: 1008 invalid api key');
    expect(await page.evaluate(`document.getElementById('start').disabled`)).toBe(false);
    await set('key', KEY);
    // The browser itself reports the refused request.
    page.errors.length = 0;
  }, 60_000);

  it('makes of a dropped call the log of turnwire run, caller and agent apart', async () => {
    const expected = runCli(['run', call, '--agent-channel', '1', '--signals', 'bargein', '--quiet']);
    await page.drop(call, 200, 130);
    await statusIs('Ready');
    await page.evaluate(`document.getElementById('bargein').checked = true`);
    await set('pace', 'fast');
    await click('start');
    await statusIs('Closed: 1000', 120);
    await click('save-log');
    const saved = (await page.evaluate('saved.text()')) as string;
    const withoutId = (log: string): string => log.replace(/"session_id":"[^"]+"/, '');
    expect(withoutId(saved)).toBe(withoutId((await expected).stdout));
    expect(await text('rows')).toContain('Turn 3 ended');
    expect(await text('rows')).toContain('Backchannel');
    expect(await text('heard')).not.toBe('');
    expect(await inked('.lane')).toEqual([true, true, true]);
    expect(await inked('#silence')).toEqual([true]);
    await keep('call');
    await click('copy');
    expect(await text('command')).toContain(
      'turnwire run schedule-appointment.flac --agent-channel 1 --signals bargein --view',
    );
  }, 180_000);

  it('plays what it has heard', async () => {
    await click('play');
    await page.until(`document.getElementById('play').textContent !== '▶'`);
    await click('play');
    await page.until(`document.getElementById('play').textContent === '▶'`);
  });

  it('streams the microphone and shows voice activity and turns as they happen', async () => {
    await click('microphone');
    await click('start');
    await page.until(`document.getElementById('status').textContent.startsWith('Live')`);
    await click('agent');
    await page.until(`document.getElementById('rows').textContent.includes('the agent')`, 40);
    await click('agent');
    await page.until(`Number(document.getElementById('turns').textContent) >= 1`, 60);
    expect(await page.evaluate(`document.querySelectorAll('.lane').length`)).toBe(3);
    await keep('stream');
    // 16 kHz whatever the browser's own rate is: as many seconds sent as went by, give or take the start.
    const heard = async (): Promise<number> => {
      const [minutes, seconds] = (await text('clock')).split(':').map(Number);
      return 60 * minutes! + seconds!;
    };
    const before = await heard();
    const wallBefore = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 4000));
    const sent = (await heard()) - before;
    expect(sent).toBeGreaterThan(((performance.now() - wallBefore) / 1000) * 0.85);
    expect(sent).toBeLessThan(((performance.now() - wallBefore) / 1000) * 1.15 + 0.3);
    await click('stop');
    await statusIs('Closed: 1000');
    await click('copy');
    expect(await text('command')).toContain('turnwire run turnwire.wav --agent turnwire.agent.json');
    await click('save-log');
    expect(await page.evaluate('saved.text()')).toContain('session.summary');
  }, 180_000);

  it('shows a room transcript by voice', async () => {
    await set('endpoint', 'room');
    await click('start');
    await page.until(`document.querySelector('#voices dd span')?.textContent.length > 20`, 90);
    expect(await text('voices')).toMatch(/table|Friday|evening/);
    await keep('room');
    await click('finalize');
    await click('stop');
    await statusIs('Closed: 1000');
    await click('save-log');
    const log = (await page.evaluate('saved.text()')) as string;
    expect(log).toContain('asr.flushed');
    expect(log).toContain('language.summary');
  }, 180_000);

  it.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('fits a window of %i pixels, %s', async (width, scheme) => {
    await page.resize(width, 1300, scheme);
    await page.until(`document.documentElement.dataset.theme === '${scheme}'`);
    await page.until('document.documentElement.scrollWidth <= innerWidth');
    const lane = "document.querySelector('.lane canvas').getBoundingClientRect().width";
    await page.until(`${lane} <= document.getElementById('lanes').clientWidth + 1`);
    expect(await page.evaluate(lane)).toBeGreaterThan(0.85 * width);
    expect((await inked('.lane')) as boolean[]).not.toContain(false);
    await keep(`width-${width}`);
  });

  it('has reported no error', () => expect(page.errors).toEqual([]));
});
