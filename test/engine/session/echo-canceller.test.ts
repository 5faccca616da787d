import { describe, expect, it } from 'vitest';
import { cancelEcho, EchoCanceller } from '../../../src/engine/session/echo-canceller.js';

const RATE = 16_000;

/** Noise with the dull spectrum and the syllables of speech, the same for the same seed. Full scale is 32 768. */
function speech(seconds: number, seed: number, level = 3000): Int16Array {
  let state = seed;
  let low = 0;
  return Int16Array.from({ length: seconds * RATE }, (_, i) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    low = 0.8 * low + (state / 2 ** 32 - 0.5);
    return level * low * Math.max(0, Math.sin((i / RATE) * 8 + seed));
  });
}

const echoOf = (agent: Int16Array, ratio: number, lateSec: number) =>
  Int16Array.from(agent, (_, i) => ratio * (agent[i - Math.round(lateSec * RATE)] ?? 0));
const added = (a: Int16Array, b: Int16Array) => Int16Array.from(a, (value, i) => value + b[i]!);
const level = (samples: Int16Array, fromSec: number, toSec: number) => {
  const part = samples.subarray(fromSec * RATE, toSec * RATE);
  return 10 * Math.log10(part.reduce((sum, value) => sum + value * value, 0) / part.length + 1e-3);
};

function cleaned(caller: Int16Array, agent: Int16Array, chunk = caller.length): Int16Array {
  const canceller = new EchoCanceller();
  const out: number[] = [];
  for (let at = 0; at < caller.length; at += chunk)
    out.push(...canceller.push(caller.subarray(at, at + chunk), agent.subarray(at, at + chunk)));
  out.push(...canceller.end());
  return Int16Array.from(out);
}

const agent = speech(6, 3);

describe('an echo of the agent', () => {
  it.each([
    [0.3, 0.05],
    [0.1, 0.3],
    [0.03, 1],
  ])('%s times as loud and %s s late is taken out', (ratio, lateSec) => {
    const line = echoOf(agent, ratio, lateSec);
    const rest = cleaned(line, agent);
    expect(level(rest, 2, 6)).toBeLessThan(level(line, 2, 6) - 20);
  });

  it('leaves the caller who speaks over it', () => {
    const caller = speech(6, 11);
    caller.fill(0, 0, 3 * RATE);
    const rest = cleaned(added(echoOf(agent, 0.1, 0.3), caller), agent);
    expect(level(rest, 1.5, 3)).toBeLessThan(level(caller, 3, 6) - 40);
    expect(Math.abs(level(rest, 3, 6) - level(caller, 3, 6))).toBeLessThan(0.5);
  });

  it('is taken out alike however the sound is cut', () => {
    const line = echoOf(agent, 0.1, 0.3);
    expect(cleaned(line, agent, 777)).toEqual(cleaned(line, agent));
  });
});

describe('sound without an echo', () => {
  it.each([
    ['another voice', speech(5.1, 11)],
    ['silence', new Int16Array(5.1 * RATE)],
  ])('%s stays as it is', (_, caller) => {
    expect(cleaned(caller, agent.subarray(0, caller.length))).toEqual(caller);
  });
});

it('pairs come out as long as they went in', async () => {
  const line = echoOf(agent, 0.1, 0.3);
  async function* chunks() {
    for (let at = 0; at < line.length; at += 1000)
      yield [line, agent].map((side) => side.subarray(at, at + 1000));
  }
  const [caller, other]: number[][] = [[], []];
  for await (const [a, b] of cancelEcho(chunks())) {
    expect(a).toHaveLength(b!.length);
    caller!.push(...a!);
    other!.push(...b!);
  }
  expect(Int16Array.from(caller!)).toEqual(cleaned(line, agent));
  expect(Int16Array.from(other!)).toEqual(agent);
});
