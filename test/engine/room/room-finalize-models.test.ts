/** `finalize` with the real models: every word that is shown becomes final at once, and what follows is heard as without it. */
import { afterAll, expect, it } from 'vitest';
import { createEngine } from '../../../src/engine/create-engine.js';
import type { WireEvent } from '../../../src/protocol/events.js';
import { parseSessionStart } from '../../../src/protocol/session-start.js';
import { memoisedInference } from '../../helpers/memoised-inference.js';
import { bookingCall, repo, samplesOf } from '../../helpers/recordings.js';

const inference = memoisedInference();
afterAll(() => inference.close());

const words = (events: readonly WireEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'asr.final' ? event.text.split(' ') : []));

it.each([3.4, 5, 6.7])(
  'at %s s sends what was said so far within 0.3 s of audio, and nothing of it again',
  async (atSec) => {
    const samples = await samplesOf(bookingCall, 9);
    const at = Math.round(atSec * 16_000);
    const engine = createEngine(parseSessionStart({}, 'room', { asrLanguages: ['en'] }), 's', inference);
    const before = [...engine.start(), ...(await engine.push(samples.subarray(0, at)))];
    const flush = await engine.control({ type: 'finalize' });
    const partial = before.findLast((event) => event.type === 'asr.partial');
    const lastFinal = before.findLast((event) => event.type === 'asr.final');
    expect(flush.at(-1)?.type).toBe('asr.flushed');
    for (const event of flush) if ('t' in event) expect(event.t).toBeLessThanOrEqual(atSec + 0.3);
    if (partial && (!lastFinal || partial.seq > lastFinal.seq) && partial.text !== '') {
      expect(words(flush).length).toBeGreaterThan(0);
    }
    const rest = [...(await engine.push(samples.subarray(at))), ...(await engine.end())];
    const first = rest.find((event) => event.type === 'asr.final');
    const last = [...before, ...flush].findLast((event) => event.type === 'asr.final');
    if (first?.type === 'asr.final' && last?.type === 'asr.final')
      expect(first.t0).toBeGreaterThanOrEqual(last.t1);
  },
);

/** Words as they are compared: one finalize may end a sentence that goes on. */
const plainWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z' ]/g, '')
    .split(' ')
    .filter((word) => word !== '');

/** Text of the voice's last partial, if no final came after it. */
function shown(events: readonly WireEvent[]): string {
  const last = events.findLast((event) => event.type === 'asr.partial' || event.type === 'asr.final');
  return last?.type === 'asr.partial' ? last.text : '';
}

/** The booking call at every 50 ms; a meeting of four and a reader, read at every 50 ms on 29 November 2026, at fewer places. */
it.each([
  ['the booking call', bookingCall, 1200, 4800, 50],
  ['a meeting', `${repo}corpora/real/meeting.flac`, 1300, 4800, 350],
  ['a reader', `${repo}corpora/real/languages/en.ogg`, 1300, 4800, 350],
])(
  'makes every shown word final as it was shown, before asr.flushed, and sends none of it later: %s',
  async (_, file, firstMs, lastMs, stepMs) => {
    const samples = await samplesOf(file, (lastMs + 1200) / 1000);
    const wrong: string[] = [];
    let checked = 0;
    for (let ms = firstMs; ms <= lastMs; ms += stepMs) {
      const engine = createEngine(parseSessionStart({}, 'room', { asrLanguages: ['en'] }), 's', inference);
      const before = [...engine.start(), ...(await engine.push(samples.subarray(0, ms * 16)))];
      const flush = await engine.control({ type: 'finalize' });
      expect(flush.at(-1)?.type).toBe('asr.flushed');
      const expected = plainWords(shown(before));
      const found = plainWords(words(flush).join(' '));
      if (expected.length > 0) checked += 1;
      if (expected.some((word, i) => found[i] !== word))
        wrong.push(`${ms} ms: shown ${expected.join(' ')}, final ${found.join(' ')}`);
      const rest = await engine.push(samples.subarray(ms * 16, (ms + 1200) * 16));
      const late = rest.find((event) => event.type === 'asr.final');
      const last = [...before, ...flush].findLast((event) => event.type === 'asr.final');
      if (late?.type === 'asr.final' && last?.type === 'asr.final' && late.t0 < last.t1)
        wrong.push(`${ms} ms: after asr.flushed ${late.text} at ${late.t0} s`);
    }
    expect(checked).toBeGreaterThan(4);
    expect(wrong).toEqual([]);
  },
  300_000,
);

it('does not silence what follows a word that it cut in two', async () => {
  const samples = await samplesOf(bookingCall, 6.5);
  const engine = createEngine(parseSessionStart({}, 'room', { asrLanguages: ['en'] }), 's', inference);
  await engine.push(samples.subarray(0, 2 * 16_000));
  await engine.control({ type: 'finalize' });
  await engine.push(samples.subarray(2 * 16_000, 3 * 16_000));
  const second = plainWords(words(await engine.control({ type: 'finalize' })).join(' '));
  expect(second.join(' ')).toContain('to book');
  const rest = [...(await engine.push(samples.subarray(3 * 16_000))), ...(await engine.end())];
  expect(plainWords(words(rest).join(' ')).join(' ')).toContain('friday evening');
});
