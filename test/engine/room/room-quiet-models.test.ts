/**
 * Nothing but speech has words or voices: real machines, music and laughter made by formula, hold tones. Ten minutes of
 * each: `node scripts/rooms/quiet-minutes.mjs`.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { createEngine } from '../../../src/engine/create-engine.js';
import { createInlineInference } from '../../../src/inference/inline.js';
import { parseSessionStart } from '../../../src/protocol/session-start.js';
import { runEngine } from '../../helpers/scripted.js';
// @ts-expect-error A script without types.
import { QUIET_SOUNDS } from '../../../scripts/rooms/quiet-sounds.mjs';

const inference = createInlineInference();
afterAll(() => inference.close());
const sounds = QUIET_SOUNDS as Record<string, (i: number) => number>;

describe('sound without speech', () => {
  it.each(Object.keys(sounds))('%s has no words and no voices', async (name) => {
    const samples = Int16Array.from({ length: 20 * 16_000 }, (_, i) => sounds[name]!(i));
    const session = parseSessionStart({ mode: 'working_session' }, 'room', { asrLanguages: ['en'] });
    const found = await runEngine(createEngine(session, 's', inference), samples);
    expect(found.filter((event) => event.type.startsWith('asr.'))).toEqual([]);
  });
});
