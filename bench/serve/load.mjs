// One simulated caller of the load test: a session in real time that plays the recordings in an order of its own.
// Frames of all callers are out of step, as those of real callers are. Seeded, so that a run can be repeated.
import { streamRecording } from '../../dist/client/index.js';

/**
 * Yields frames of the recordings without end, in an order of the caller's own, from a random place in the first one.
 * @param random of seededRandom
 */
export function* callerAudio(recordings, random, frameSamples = 1280) {
  const order = random.shuffled(recordings);
  let at = Math.floor((random.next() * order[0].length) / frameSamples) * frameSamples;
  for (let i = 0; ; i = (i + 1) % order.length, at = 0) {
    for (; at < order[i].length; at += frameSamples) yield order[i].subarray(at, at + frameSamples);
  }
}

/**
 * @param caller {url, start, recordings, random, startAtMs, deadlineMs}; times are those of performance.now().
 * @param tally {refused, closes, lag(type, ms)}
 */
export async function call(caller, tally) {
  await sleep(caller.startAtMs - performance.now());
  function* audio() {
    for (const frame of callerAudio(caller.recordings, caller.random)) {
      if (performance.now() >= caller.deadlineMs) return;
      yield frame;
    }
  }
  try {
    const { close } = await streamRecording({
      url: caller.url,
      start: caller.start,
      audio: audio(),
      backoff: { retries: 0, firstMs: 1, maxMs: 1 },
      onEvent: ({ line, lagMs }) => {
        if (lagMs === undefined) return;
        const { type, by } = JSON.parse(line);
        // The events that close a session do not count as events of the conversation.
        if (type !== 'language.summary' && performance.now() < caller.deadlineMs)
          tally.lag(by ? `${type} by ${by}` : type, lagMs);
      },
    });
    const name = `${close.code} ${close.reason}`.trim();
    tally.closes[name] = (tally.closes[name] ?? 0) + 1;
  } catch (error) {
    if (error.kind !== 'refused') throw error;
    tally.refused += 1;
  }
}

export function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
