/**
 * An English voice, a Spanish one over the telephone, the English one again: real recordings, real models. Needs the
 * development recordings and `turnwire models pull es --accept-licence`; skips where either is missing.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { recogniserOf } from '../../../src/asr/decodable-languages.js';
import { createEngine } from '../../../src/engine/create-engine.js';
import { createInlineInference } from '../../../src/inference/inline.js';
import { parseSessionStart } from '../../../src/protocol/session-start.js';
import { find } from '../../helpers/events.js';
import { violationsOf } from '../../helpers/log-invariants.js';
import { development, hasDevelopmentAudio, samplesOf } from '../../helpers/recordings.js';
import { runEngine } from '../../helpers/scripted.js';

/** The figures are those of Moonshine's Spanish model, which `turnwire models pull es` fetches. */
const hasSpanish = recogniserOf('es').family === 'moonshine';
const inference = createInlineInference();
afterAll(() => inference.close());

describe.skipIf(!hasDevelopmentAudio || !hasSpanish)('English, Spanish over the telephone, English', () => {
  it('writes the Spanish as Spanish from half a second on, and goes back to English', async () => {
    const english = await samplesOf(development('azure/enrollment_audio_katie.wav'), 18);
    const spanish = await samplesOf(development('watson/es-ES_Narrowband_sample1.wav'), 14);
    const pause = new Int16Array(11_200);
    const half = Math.round(english.length / 2);
    const parts = [english.subarray(0, half), pause, spanish, pause, english.subarray(half)];
    const samples = Int16Array.from(parts.flatMap((part) => [...part]));
    const [from, to] = [half + 11_200, half + 11_200 + spanish.length].map((sample) => sample / 16_000);

    const start = { mode: 'one_on_one', language: { allowed: ['en', 'es'] } };
    const session = parseSessionStart(start, 'room', { asrLanguages: ['en', 'es'] });
    const events = await runEngine(createEngine(session, 's', inference), samples);
    expect(violationsOf(events, 0.1)).toEqual([]);

    const switched = find(events, 'language.switched');
    expect(switched.map(({ language }) => language)).toEqual(['es']);
    expect(switched[0]!.t - from!).toBeLessThan(8);
    const finals = find(events, 'asr.final');
    const inSpanish = finals.filter(({ t0 }) => t0 > from! + 0.5 && t0 < to! - 1);
    expect(inSpanish.length).toBeGreaterThan(3);
    expect(new Set(inSpanish.map(({ language }) => language))).toEqual(new Set(['es']));
    const after = finals.filter(({ t0 }) => t0 > to! + 0.7);
    expect(new Set(after.map(({ language }) => language))).toEqual(new Set(['en']));
  });
});
