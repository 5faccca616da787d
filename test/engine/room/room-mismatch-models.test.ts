/**
 * Speech that no loaded recogniser decodes, in a room that expects English, with the real models. Needs the development
 * recordings; skips where they are missing.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { createEngine } from '../../../src/engine/create-engine.js';
import { createInlineInference } from '../../../src/inference/inline.js';
import { parseSessionStart } from '../../../src/protocol/session-start.js';
import { development, hasDevelopmentAudio, samplesOf } from '../../helpers/recordings.js';
import { runEngine } from '../../helpers/scripted.js';

const inference = createInlineInference();
afterAll(() => inference.close());

async function warningsIn(file: string, maxSec: number): Promise<unknown[]> {
  const session = parseSessionStart({}, 'room', { asrLanguages: ['en'] });
  const samples = await samplesOf(development(file), maxSec);
  const events = await runEngine(createEngine(session, 's', inference), samples);
  return events.filter(({ type }) => type === 'warning');
}

describe.skipIf(!hasDevelopmentAudio)('a room that expects English', () => {
  it.each([
    ['de', 'watson/de-DE_NarrowbandModel_sample1.wav', 12],
    ['nl', 'watson/new_single2-mono-NB.wav', 12],
  ])('warns once of a voice that speaks %s', async (language, file, maxSec) => {
    const warnings = await warningsIn(file, maxSec);
    expect(warnings).toMatchObject([{ code: 'language_mismatch', speaker: 'spk_1', language }]);
  });

  it('does not warn of English', async () => {
    expect(await warningsIn('watson/en-GB_Broadband_sample1.wav', 20)).toEqual([]);
  });
});
