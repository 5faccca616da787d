/** The page of a call in a real Chromium, from a file. Skipped without a Chromium. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wavBytes } from '../../src/audio/index.js';
import { MulawWav, pageOf, Peaks, soundOfPage, viewOf } from '../../src/view/index.js';
import { callLog, roomLog } from '../helpers/events.js';
import { chromium, Page } from '../helpers/headless-browser.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();
let page: Page;

/** `inside`: the sound is in the page; `linked`: beside it; `none`: there is none. */
type Sound = 'inside' | 'linked' | 'none';

/** Writes the page of a log with 9 s of a tone, and opens it. */
async function open(events: ReturnType<typeof callLog>, sound: Sound = 'inside'): Promise<Page> {
  const dir = await tempDir();
  const tone = Int16Array.from({ length: 9 * 16_000 }, (_, i) => 8000 * Math.sin(i / 5));
  const input = path.join(dir, 'call.wav');
  await writeFile(input, wavBytes(tone));
  const peaks = new Peaks(16_000, 9);
  if (sound !== 'none') peaks.push(tone);
  const source = { input, container: 'WAV', pageFolder: dir, link: sound === 'linked' };
  const html = await pageOf(
    viewOf({
      title: 'call.wav',
      events,
      trace: [],
      limits: { threshold: 0.76, actionDelaySec: 0.3, timeoutSec: 3 },
      channels: [{ label: 'Caller', role: 'user', peaks: peaks.base64(), peaksPerSec: peaks.perSec }],
      soundSec: 9,
      audio: sound === 'none' ? { src: '', note: '' } : await soundOfPage(source, new MulawWav(1)),
    }),
  );
  const file = path.join(dir, 'call.html');
  await writeFile(file, html);
  return await Page.open(pathToFileURL(file).href);
}

const text = (id: string): Promise<unknown> => page.evaluate(`document.getElementById('${id}').textContent`);

/** Left edge, width and top of the first lane's plot. */
const plotBox = async (): Promise<[number, number, number]> =>
  (await page.evaluate(`(() => {
    const { left, width, top } = document.querySelector('.u-over').getBoundingClientRect();
    return [left, width, top];
  })()`)) as [number, number, number];

describe.skipIf(!chromium)('the page of a call in Chromium', () => {
  beforeAll(async () => void (page = await open(callLog())), 60_000);
  afterAll(() => page?.close());

  it('draws a lane for the caller and one for the scores', async () => {
    expect(
      await page.evaluate("[...document.querySelectorAll('.lane h2')].map((title) => title.textContent)"),
    ).toEqual(['Caller', 'Score: how sure the engine is that the turn is over']);
    const inked = `[...document.querySelectorAll('.lane canvas')].map((canvas) =>
      canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 0))`;
    expect(await page.evaluate(inked)).toEqual([true, true]);
  });

  it('n and p go from event to event, and tell each', async () => {
    await page.press('n');
    expect(await text('told-title')).toBe('0:02.4  Turn 1 cut off');
    await page.press('n');
    expect(await text('told-title')).toBe('0:03.4  Claim');
    await page.press('p');
    expect(await text('told-title')).toBe('0:02.4  Turn 1 cut off');
    expect(await page.evaluate("document.querySelectorAll('tr[aria-current]').length")).toBe(1);
  });

  it('a click on a row moves the playhead there, and one on a lane too', async () => {
    const row = "[...document.querySelectorAll('#rows tr')].find((line) => line.className === 'claim')";
    await page.evaluate(`${row}.click()`);
    expect(await text('time')).toMatch(/^0:03\.4 \/ 0:09\.0/);
    const [left, width, top] = await plotBox();
    await page.drag(left + width / 2, left + width / 2, top + 20);
    expect(await text('time')).toMatch(/^0:04\.5 /);
  });

  it('space plays the sound that is in the page, and stops it', async () => {
    await page.press(' ');
    await page.until("/^0:0[5-8]/.test(document.getElementById('time').textContent)", 10);
    await page.press(' ');
    const stopped = await text('time');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await text('time')).toBe(stopped);
  });

  it('a drag over a lane shows what was dragged over, in every lane', async () => {
    const [left, width, top] = await plotBox();
    await page.drag(left + width / 3, left + (2 * width) / 3, top + 20);
    expect(await page.evaluate("document.getElementById('whole').disabled")).toBe(false);
    // The middle third is shown: its middle is that of the recording.
    await page.drag(left + width / 4, left + width / 4, top + 20);
    expect(await text('time')).toMatch(/^0:03\.[78] /);
    await page.press('0');
  });

  it('zooms with keys, shows all again, and hides what a box is cleared for', async () => {
    await page.press('+');
    expect(await page.evaluate("document.getElementById('whole').disabled")).toBe(false);
    await page.press('0');
    expect(await page.evaluate("document.getElementById('whole').disabled")).toBe(true);
    const turns = "document.querySelectorAll('#rows tr.turn:not([hidden])').length";
    expect(await page.evaluate(turns)).toBe(1);
    await page.evaluate("document.querySelector('#filters input').click()");
    expect(await page.evaluate(turns)).toBe(0);
  });

  it.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('fits a window of %i pixels, %s', async (width, scheme) => {
    await page.resize(width, 800, scheme);
    await page.until(`document.documentElement.dataset.theme === '${scheme}'`);
    await page.until('document.documentElement.scrollWidth <= innerWidth');
    const lane = "document.querySelector('.lane canvas').getBoundingClientRect().width";
    await page.until(`${lane} <= document.getElementById('lanes').clientWidth + 1`);
    expect(await page.evaluate(lane)).toBeGreaterThan(0.85 * width);
    expect((await page.screenshot()).length).toBeGreaterThan(10_000);
  });

  it('has reported no error', () => expect(page.errors).toEqual([]));
});

describe.skipIf(!chromium)('the page of a room in Chromium', () => {
  it('has a lane of words for each voice with its language, and no error', async () => {
    const room = await open(roomLog());
    try {
      const titles = await room.evaluate(
        "[...document.querySelectorAll('.lane h2')].map((title) => title.textContent)",
      );
      expect(titles).toEqual(['Caller', 'spk_1 · en', 'spk_2 · en']);
      expect(room.errors).toEqual([]);
    } finally {
      await room.close();
    }
  });
});

describe.skipIf(!chromium)('the page of a call in Chromium', () => {
  it('plays a recording that lies beside it', async () => {
    const linked = await open(callLog(), 'linked');
    try {
      await linked.press(' ');
      await linked.until("/^0:0[1-8]/.test(document.getElementById('time').textContent)", 10);
      expect(linked.errors).toEqual([]);
    } finally {
      await linked.close();
    }
  });

  it('without sound shows speech, turn ends and scores, and no button to play', async () => {
    const silent = await open(callLog(), 'none');
    try {
      expect(await silent.evaluate("document.getElementById('play').hidden")).toBe(true);
      const inked = `[...document.querySelectorAll('.lane canvas')].map((canvas) =>
        canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.filter((value) => value > 0).length > 2000)`;
      expect(await silent.evaluate(inked)).toEqual([true, true]);
      await silent.press('n');
      expect(await silent.evaluate("document.getElementById('told-title').textContent")).toContain(
        'Turn 1 cut off',
      );
      expect(silent.errors).toEqual([]);
    } finally {
      await silent.close();
    }
  });
});

it.runIf(!chromium)('WITHOUT A CHROMIUM the page was not tried in a browser', () =>
  expect(chromium).toBeUndefined(),
);
