/** Agent speech read off the agent's own channel. */
import { describe, expect, it } from 'vitest';
import { AgentChannel, withAgentSpeech, type CallPiece } from '../../../src/engine/session/agent-channel.js';
import { joinSamples } from '../../../src/audio/pcm.js';
import { amplitudeVad, speechPattern } from '../../helpers/scripted.js';

/** The caller beside the agent, in chunks of the given number of samples. */
async function pieces(caller: Int16Array, agent: Int16Array, chunkSamples: number): Promise<CallPiece[]> {
  async function* chunks(): AsyncGenerator<Int16Array[]> {
    for (let at = 0; at < caller.length; at += chunkSamples)
      yield [caller.subarray(at, at + chunkSamples), agent.subarray(at, at + chunkSamples)];
  }
  const given: CallPiece[] = [];
  for await (const piece of withAgentSpeech(chunks(), new AgentChannel(amplitudeVad))) given.push(piece);
  return given;
}

describe("the agent's own channel", () => {
  const caller = speechPattern(-2.3, 1, -1.7);
  /** A pause of 0.4 s inside the utterance, its end at 2.9 s. */
  const agent = speechPattern(-1, 1, -0.4, 0.5, -2.1);

  it.each([160, 1280, 16_000, 80_000])(
    'gives the same messages, in time, with chunks of %i samples',
    async (chunkSamples) => {
      const given = await pieces(caller, agent, chunkSamples);
      let done = 0;
      for (const { samples, messages } of given) {
        for (const { atSample } of messages) expect(atSample).toBeGreaterThanOrEqual(done);
        done += samples.length;
      }
      expect(joinSamples(given.map(({ samples }) => samples))).toEqual(caller);
      const said = given.flatMap(({ messages }) => messages);
      expect(said.map(({ message, atSample }) => [message.phase, Math.round(atSample / 1600) / 10])).toEqual([
        ['start', 1.1],
        ['end', 2.9],
      ]);
      expect(said.map(({ message }) => message.utterance_id)).toEqual(['agent_1', 'agent_1']);
    },
  );

  it("keeps the caller's sound back while a pause may be the end of the utterance", async () => {
    const [first] = await pieces(speechPattern(-2.3), speechPattern(-1, 1, -0.3), 36_800);
    expect(first!.samples.length / 16_000).toBeCloseTo(2, 1);
  });
});
