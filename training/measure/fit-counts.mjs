/**
 * The pauses and turn ends that were traced with one fit of the models, and what a policy does to them: latency,
 * cut-offs with public lengths of pauses, and on how many drawn halves of the callers the rate stays within a nominal
 * one. Called by event-policies.mjs.
 */
import { METRIC_EPSILON, round6 } from '../../dist/eval/basics/rounding.js';
import { drawHalves } from '../../dist/eval/calibration/drawn-sides.js';
import { policyFigures } from '../../dist/eval/calibration/measure-policy.js';
import { isCountedHold } from '../../dist/eval/silences/counted-holds.js';
import { pauseWeights } from '../../dist/eval/silences/pause-counts.js';
import { PUBLIC_PAUSES } from '../../dist/eval/silences/public-pauses.js';
import { tracedPauses, turnEndIn } from './traced-pauses.mjs';

/** @param fit name of the fit, undefined for the first: see tracedPauses */
export async function fitCounts(work, endpoint, fit) {
  const pauses = await tracedPauses(work, endpoint, fit);
  return new FitCounts(fit ?? 'first', pauses);
}

class FitCounts {
  constructor(name, pauses) {
    this.name = name;
    this.pauses = pauses;
    this.holds = pauses.filter(({ label }) => label === 'hold');
    this.turnEnds = pauses.filter(({ label }) => label === 'eot');
    this.groups = [...new Set(pauses.map(({ group }) => group))];
    this.onAll = this.onGroups(() => true);
  }

  /** Map(pause, its `turn.end` under a policy). */
  ends(policy) {
    return new Map(this.pauses.map((pause) => [pause, turnEndIn(pause, policy)]));
  }

  /** The rate, the latency and the kept halves of policies, on some groups of callers. */
  onGroups(isHeard) {
    const heard = this.pauses.filter(({ group }) => isHeard(group));
    const holds = heard.filter(({ label }) => label === 'hold');
    const halves = drawHalves(holds.map(({ group }) => group)).flatMap((first) =>
      [true, false].map((here) => sharesOf(holds.filter(({ group }) => first.has(group) === here))),
    );
    const shares = sharesOf(holds);
    return {
      shares,
      halves: halves.length,
      rateOf: (ends) => rateOf(shares, ends),
      latencyOf: (ends) => latencyOf(heard, ends),
      halvesKept: (ends, nominal) =>
        halves.filter((half) => rateOf(half, ends) <= nominal + METRIC_EPSILON).length,
    };
  }

  /** Turn ends that come after somebody else has spoken, or after the recording. */
  continued(ends) {
    return this.turnEnds.filter((end) => ends.get(end)?.isTraced === false).length;
  }

  /** @param endsOf the ends by the policy under which a pause is counted */
  figuresOf(endsOf) {
    const turns = new Map();
    for (const pause of [...this.holds, ...this.turnEnds]) {
      const { turn, label, end } = pause;
      const none = { holds: 0, cutHolds: 0, weight: 0, cutWeight: 0, ends: 0, detected: 0, latencySec: 0 };
      const count = turns.get(turn) ?? none;
      turns.set(turn, count);
      const event = endsOf(pause).get(pause);
      if (label === 'hold') {
        const weight = this.onAll.shares.get(pause) * this.holds.length;
        count.holds += 1;
        count.weight += weight;
        count.cutHolds += event ? 1 : 0;
        count.cutWeight += event ? weight : 0;
      } else if (event) {
        count.ends += 1;
        count.detected += event.by === 'score' ? 1 : 0;
        count.latencySec += event.t - end;
      }
    }
    return policyFigures([...turns.values()]);
  }
}

/** Map(pause, its share in the rate of them all): weighed to public lengths, 1 in sum. */
function sharesOf(holds) {
  const lengths = holds.map(({ duration }) => round6(duration));
  const weights = pauseWeights(lengths, PUBLIC_PAUSES, (sec) => isCountedHold(sec));
  return new Map(holds.map((hold, i) => [hold, weights[i] / holds.length]));
}

/** Share of the weighed pauses that are cut, 0..1. */
function rateOf(shares, ends) {
  let rate = 0;
  for (const [hold, share] of shares) if (ends.get(hold)) rate += share;
  return rate;
}

/** Mean time from the labelled end of a turn to its `turn.end`, seconds. */
function latencyOf(some, ends) {
  const ended = some.filter((pause) => pause.label === 'eot' && ends.get(pause));
  return ended.reduce((sum, pause) => sum + ends.get(pause).t - pause.end, 0) / ended.length;
}
