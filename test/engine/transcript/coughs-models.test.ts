/**
 * Coughs end few turns, words end theirs, with the real models. The coughs may not be passed on, so that test needs the recordings of
 * `npm run report:barge-in` (scripts/barge-in/recordings.mjs says which).
 */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createEngine } from '../../../src/engine/create-engine.js';
import { createInlineInference } from '../../../src/inference/inline.js';
import { parseSessionStart } from '../../../src/protocol/session-start.js';
import { repo, samplesOf } from '../../helpers/recordings.js';
import { runEngine } from '../../helpers/scripted.js';

const coughs = path.join(process.env.TURNWIRE_FIELD_AUDIO ?? path.join(repo, '../shared/field'), 'coughs');
const inference = createInlineInference();
afterAll(() => inference.close());

/** Events of a sound between a second of faint noise and three of it, longer than any timeout of these sessions. */
function eventsOf(sound: Int16Array, endpoint: 'stream' | 'room' = 'stream') {
  const samples = Int16Array.from({ length: sound.length + 64_000 }, (_, i) => ((i * 7919) % 21) - 10);
  sound.forEach((value, i) => (samples[16_000 + i]! += value));
  const session = parseSessionStart({ idle_timeout_s: 0 }, endpoint, { asrLanguages: ['en'] });
  return runEngine(createEngine(session, 'cough', inference), samples);
}

const turnEnds = async (...input: Parameters<typeof eventsOf>) =>
  (await eventsOf(...input)).filter(({ type }) => type === 'turn.end').length;

describe.each(['stream', 'room'] as const)('in a %s', (endpoint) => {
  it.each([
    ['california', 38.6, 39.7],
    ['main street', 32.3, 33.6],
  ])('"%s" ends its turn', async (_, from, to) => {
    const call = await samplesOf(`${repo}corpora/real/pay-bill.flac`);
    expect(await turnEnds(call.subarray(from * 16_000, to * 16_000), endpoint)).toBe(1);
  });
});

describe.skipIf(!existsSync(coughs))('of 61 coughs (needs the recordings of report:barge-in)', () => {
  it('at most 16 end a turn', { timeout: 120_000 }, async () => {
    const files = readdirSync(coughs, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(mp3|wav)$/.test(name))
      .toSorted()
      .filter((_, i) => i % 2 === 0);
    let ends = 0;
    for (const name of files) ends += await turnEnds(await samplesOf(path.join(coughs, name)));
    expect(files).toHaveLength(61);
    // On AVX2 14 do; without the second hearing 20.
    expect(ends).toBeLessThanOrEqual(16);
  });
});
