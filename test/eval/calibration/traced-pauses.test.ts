/** When a policy ends a turn on a traced call, as the turn state machine does on the same steps. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { EotPolicy } from '../../../src/eot/policy.js';
import { TurnTracker } from '../../../src/engine/session/turn-tracker.js';
// @ts-expect-error A script without types.
import * as script from '../../../training/measure/traced-pauses.mjs';

interface TurnEnd {
  readonly t: number;
  readonly by: string;
  readonly isTraced: boolean;
}

const { CURVE_POINTS, CURVE_STEP_SEC, tracedPauses, turnEndIn } = script as {
  CURVE_POINTS: number;
  CURVE_STEP_SEC: number;
  tracedPauses: (work: string, endpoint: string) => Promise<object[]>;
  turnEndIn: (pause: object, policy: EotPolicy) => TurnEnd | undefined;
};
const work = mkdtempSync(path.join(tmpdir(), 'turnwire-traces-'));
afterAll(() => rmSync(work, { recursive: true }));

const logOddsAt = (silenceSec: number): number => -1 + 2 * silenceSec;
const pEot = (silenceSec: number): number => 1 / (1 + Math.exp(-logOddsAt(silenceSec)));
const [speechEnd, gap] = [1.03, 1.2];
/** Steps of 0.1 s: speech, then silence from `speechEnd` on. The newest sound of the step at 1.7 s may be speech. */
const steps = Array.from({ length: 21 }, (_, i) => {
  const t = Number(((i + 1) / 10).toFixed(1));
  const silenceSec = Number(Math.max(0, t - speechEnd).toFixed(3));
  return { t, silenceSec, speaking: t < speechEnd, mayBegin: t === 1.7 };
});

/** A room of one silence: a pause of the turn, or its end. */
async function pauseOf(label: 'hold' | 'eot', noAnswer = 0) {
  const row = { call: 'a', group: 'g', speaker: 'caller', turn_start: 0, label, end: 1, duration: gap };
  const trace = {
    id: 'a',
    group: 'g',
    steps: steps.map((one) =>
      one.speaking ? [one.t, 1, 0, 0, -1, 0] : [one.t, 0, one.silenceSec, Number(one.mayBegin), 0, noAnswer],
    ),
    judged: [
      {
        heard: 'yes',
        logOdds: Array.from({ length: CURVE_POINTS }, (_, i) => logOddsAt(i * CURVE_STEP_SEC)),
      },
    ],
  };
  for (const folder of ['rooms', 'traces/room']) mkdirSync(path.join(work, folder), { recursive: true });
  writeFileSync(path.join(work, 'rooms/pauses.jsonl'), JSON.stringify(row));
  writeFileSync(path.join(work, 'traces/room/g.jsonl'), JSON.stringify(trace));
  return (await tracedPauses(work, 'room'))[0]!;
}

/** [time, cause] of the state machine's `turn.end`. */
function ended(policy: EotPolicy) {
  const tracker = new TurnTracker('room', 'cutoff_5pct', policy);
  tracker.speechStart(0);
  tracker.speechEnd(speechEnd);
  for (const { t, silenceSec } of steps.filter(({ speaking, mayBegin }) => !speaking && !mayBegin)) {
    const end = tracker.step(t, silenceSec, pEot, () => true);
    if (end && end !== 'dropped') return [end.t, end.by];
  }
  return undefined;
}

it.each([
  [0.3, 0.2, 2.5],
  [0.5, 0.2, 2.5],
  [0.55, 0.6, 0.65],
  [0.6, 0.2, 2.5],
  [0.3, 0.8, 2.5],
  [0.99, 0.2, 0.9],
])('threshold %f, delay %f, timeout %f', async (threshold, actionDelaySec, timeoutSec) => {
  const policy = { threshold, actionDelaySec, timeoutSec };
  const pause = await pauseOf('hold');
  const found = turnEndIn(pause, policy);
  expect([found?.t, found?.by]).toEqual(ended(policy));
  expect(found?.isTraced).toBe(true);
});

it('continues the silence after a turn, but not a pause of it', async () => {
  const slow = { threshold: 0.99, actionDelaySec: 0.2, timeoutSec: 2.5 };
  expect(turnEndIn(await pauseOf('hold'), slow)).toBeUndefined();
  const end = turnEndIn(await pauseOf('eot'), slow);
  expect(end).toEqual({ t: 3.6, by: 'timeout', isTraced: false });
});

it('ends no turn that has nothing to answer', async () => {
  const fast = { threshold: 0.1, actionDelaySec: 0.2, timeoutSec: 0.5 };
  expect(turnEndIn(await pauseOf('eot', 1), fast)).toBeUndefined();
});
