/**
 * English, Spanish, English from real recordings, two voices, with the real models. Needs the development recordings and
 * `turnwire models pull es --accept-licence`; skips where either is missing.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recogniserOf } from '../../../src/asr/decodable-languages.js';
import { createEngine } from '../../../src/engine/create-engine.js';
import { createInlineInference } from '../../../src/inference/inline.js';
import type { WireEvent } from '../../../src/protocol/events.js';
import { parseSessionStart } from '../../../src/protocol/session-start.js';
import { violationsOf } from '../../helpers/log-invariants.js';
import { development, hasDevelopmentAudio, samplesOf } from '../../helpers/recordings.js';
import { runEngine } from '../../helpers/scripted.js';

/** The figures are those of Moonshine's Spanish model, which `turnwire models pull es` fetches. */
const hasSpanish = recogniserOf('es').family === 'moonshine';
const inference = createInlineInference();
afterAll(() => inference.close());

describe.skipIf(!hasDevelopmentAudio || !hasSpanish)('English, Spanish, English', () => {
  let samples: Int16Array;
  let spanishFrom: number;
  let spanishTo: number;

  beforeAll(async () => {
    const english = await samplesOf(development('watson/en-US_Broadband_sample1.wav'), 18);
    const spanish = await samplesOf(development('watson/es-ES_Broadband_sample1.wav'), 16);
    const parts = [english.subarray(0, 8 * 16_000), spanish, english.subarray(8 * 16_000)];
    samples = Int16Array.from(parts.flatMap((part) => [...part]));
    [spanishFrom, spanishTo] = [8, 8 + spanish.length / 16_000];
  });

  const said = async (language?: object): Promise<WireEvent[]> => {
    const start = { mode: 'working_session', ...(language && { language }) };
    const session = parseSessionStart(start, 'room', { asrLanguages: ['en', 'es'] });
    const events = await runEngine(createEngine(session, 's', inference), samples);
    expect(violationsOf(events, 0.1)).toEqual([]);
    return events;
  };

  it('switches the Spanish voice where Spanish is allowed, and writes Spanish', async () => {
    const events = await said({ allowed: ['en', 'es'] });
    const switched = events.filter((event) => event.type === 'language.switched');
    expect(switched.map(({ language }) => language)).toEqual(['es']);
    expect(switched[0]!.t).toBeGreaterThan(spanishFrom + 2);
    expect(switched[0]!.t).toBeLessThan(spanishFrom + 10);
    const spanish = events.filter((event) => event.type === 'asr.final' && event.language === 'es');
    expect(spanish.map((event) => (event as { text: string }).text).join(' ')).toMatch(
      /pues como no me hab.is escrito/i,
    );
    // The English voice goes on without a pause: its label, and so its language, comes a little late.
    const after = events.filter((event) => event.type === 'asr.final' && event.t0 > spanishTo + 1.5);
    expect(after.every((event) => (event as { language: string }).language === 'en')).toBe(true);
  });

  it('warns once of the Spanish voice where English is pinned', async () => {
    const events = await said();
    const warnings = events.filter((event) => event.type === 'warning');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ code: 'language_mismatch', language: 'es' });
    expect(events.some((event) => event.type === 'language.switched')).toBe(false);
    expect(events.at(-2)!.type).toBe('language.summary');
  });
});
