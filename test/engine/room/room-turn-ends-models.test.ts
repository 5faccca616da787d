/** Pauses of a real call as a room hears it, both people in one channel, with the real models: what the room's score makes of them. */
import { afterAll, describe, expect, it } from 'vitest';
import { createRoomEngine } from '../../../src/engine/room/room.js';
import { roomSetup } from '../../../src/engine/room/room-setup.js';
import { createInlineInference } from '../../../src/inference/inline.js';
import { parseSessionStart } from '../../../src/protocol/session-start.js';
import { development, hasDevelopmentAudio, samplesOf } from '../../helpers/recordings.js';
import { runEngine } from '../../helpers/scripted.js';

const inference = createInlineInference();
afterAll(() => inference.close());

const HEARD_SEC = 66;
/** Seconds at which the other one takes over, and at which the same one goes on. */
const ENDS = [5.92, 50.88, 58.08];
const HOLDS = [9.47, 13.25, 19.74, 31.1, 52.48, 62.46];

async function mixedCall(): Promise<Int16Array> {
  const [caller, agent] = await Promise.all(
    ['caller', 'agent'].map((side) =>
      samplesOf(development(`aws-call/Auto_Repairs_40_UTC_${side}.wav`), HEARD_SEC),
    ),
  );
  return caller!.map((value, i) => Math.max(-32_768, Math.min(32_767, value + agent![i]!)));
}

describe.skipIf(!hasDevelopmentAudio)('two people in one channel (needs the development recordings)', () => {
  it('ends of turns are told from pauses inside one, an answer from the question before it', async () => {
    const scores: { t: number; pEot: number }[] = [];
    const session = parseSessionStart({ language: { pin: 'en' } }, 'room', { asrLanguages: ['en'] });
    const setup = roomSetup(session, 's', inference, {
      onTrace: ({ t, silence_s, p_eot }) => {
        if (p_eot !== null && silence_s >= 0.2) scores.push({ t, pEot: p_eot });
      },
    });
    await runEngine(createRoomEngine(setup), await mixedCall());
    const scoreAfter = (sec: number) => scores.find(({ t }) => t > sec + 0.1 && t < sec + 0.6)!.pEot;
    expect(Math.min(...ENDS.map(scoreAfter))).toBeGreaterThan(0.9);
    expect(Math.max(...HOLDS.map(scoreAfter))).toBeLessThan(0.5);
  });
});
