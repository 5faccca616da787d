/** Runs stream sessions of a given build over given sound and returns their events. */
import path from 'node:path';
import { toPcm } from './sound.mjs';

/** @param build the folder of a build, `dist` */
export async function engineOf(build) {
  const library = await import(path.join(build, 'index.js'));
  const {
    AgentChannel,
    createInlineInference,
    createStreamEngine,
    parseSessionStart,
    streamSetup,
    withAgentSpeech,
  } = library;
  const inference = createInlineInference();
  const start = () => {
    const session = parseSessionStart(
      { eot: { profile: 'cutoff_5pct' }, signals: ['bargein'], idle_timeout_s: 0 },
      'stream',
    );
    const engine = createStreamEngine(streamSetup(session, 'report', inference));
    engine.start();
    return engine;
  };
  return {
    inference,
    /** Undefined in builds that do not have it. */
    cancelEcho: library.cancelEcho,
    /** @param chunks pairs of the caller's and the agent's PCM16 samples */
    async runCall(chunks) {
      const engine = start();
      const events = [];
      let at = 0;
      for await (const { samples, messages } of withAgentSpeech(chunks, new AgentChannel(inference))) {
        let done = 0;
        for (const { atSample, message } of messages) {
          const to = Math.max(done, atSample - at);
          if (to > done) events.push(...(await engine.push(samples.subarray(done, to))));
          done = to;
          await engine.control(message);
        }
        if (done < samples.length) events.push(...(await engine.push(samples.subarray(done))));
        at += samples.length;
      }
      return [...events, ...(await engine.end())];
    },
    /**
     * @param samples `[n]` 16 kHz, -1..1
     * @param agent spans in seconds in which the agent speaks; `always` for all the time
     */
    async run(samples, agent = 'always') {
      const engine = start();
      const pcm = toPcm(samples);
      const events = [];
      let done = 0;
      const until = async (sec) => {
        const to = Math.min(pcm.length, Math.round(sec * 16_000));
        if (to > done) events.push(...(await engine.push(pcm.subarray(done, to))));
        done = Math.max(done, to);
      };
      for (const [from, to] of agent === 'always' ? [[0, Infinity]] : agent) {
        await until(from);
        await engine.control({ type: 'agent.speech', phase: 'start' });
        if (to === Infinity) break;
        await until(to);
        await engine.control({ type: 'agent.speech', phase: 'end' });
      }
      await until(pcm.length / 16_000);
      return [...events, ...(await engine.end())];
    },
  };
}
