/** `finalize` with the real models: every pending word is out at once, in the audio that was there. */
import { afterAll, expect, it } from 'vitest';
import { createEngine } from '../../../src/engine/create-engine.js';
import { createInlineInference } from '../../../src/inference/inline.js';
import type { WireEvent } from '../../../src/protocol/events.js';
import { parseSessionStart } from '../../../src/protocol/session-start.js';
import { bookingCall, samplesOf } from '../../helpers/recordings.js';

const inference = createInlineInference();
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
