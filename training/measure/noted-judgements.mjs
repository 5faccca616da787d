/**
 * Judgements of pauses with all that went into them, so that other fits of the sound head and the sums can judge the
 * same pauses again without decoding anything. Called by trace-calls.mjs and rescore-traces.mjs.
 */
import { clamp, logOdds } from '../../dist/dsp/numeric.js';
import { CURVE_POINTS, CURVE_STEP_SEC } from './traced-pauses.mjs';

/** The kernel whose output the sound head reads (src/eot/encoded-turn.ts). */
const ENCODING = 'encoded-turn';
/** Log-odds are cut off here: 1 - 1e-13. */
const MOST_LOG_ODDS = 30;
/** Stands for the logarithm of 0. The sums cut their inputs off far above. */
const NEVER = -1e6;

/**
 * @returns the scorer, with each of its judgements noted in `judged`, and its index there as `parts.asked`. A note:
 *   heard     the words of the turn so far, null without a recogniser
 *   logOdds   of the turn's end, at each CURVE_STEP_SEC of silence
 *   of        of a recheck: the index of its first judgement
 *   given     the pause without its sound, and `encoding`: the encoded end of the turn, base64, if it was asked for
 */
export function noting(scorer, judged) {
  const note = (pause, judgement, encoder, of) => {
    const asked = judged.length;
    judged.push({
      ...noteOf(pause, judgement),
      of,
      given: { ...withoutSound(pause), encoding: encoder.last },
    });
    return { ...judgement, parts: { asked } };
  };
  return {
    ...scorer,
    async judge(pause, inference) {
      const encoder = encoderOf(inference);
      const first = await scorer.judge(pause, encoder.inference);
      const noted = note(pause, first, encoder);
      const judge = async (later) =>
        note(later, await first.recheck.judge(later), encoder, noted.parts.asked);
      return { ...noted, recheck: first.recheck && { ...first.recheck, judge } };
    },
  };
}

/** @returns the judgements of `judged` by `scorer`, whose heads and sums `inference` holds, in the same order */
export async function judgedAgain(scorer, judged, inference) {
  const again = [];
  const firsts = new Map();
  for (const [i, { of, given }] of judged.entries()) {
    const { encoding, ...rest } = given;
    const pause = { ...rest, hypothesis: rest.hypothesis ?? undefined, audio: new Float32Array(0) };
    let judgement;
    if (of === undefined) {
      const encodings = { next: encoding };
      judgement = await scorer.judge(pause, replaying(inference, encodings));
      firsts.set(i, { judgement, encodings });
    } else {
      const first = firsts.get(of);
      first.encodings.next = encoding;
      judgement = await first.judgement.recheck.judge(pause);
    }
    again.push({ ...noteOf(pause, judgement), of, given });
  }
  return again;
}

function noteOf({ hypothesis }, judgement) {
  const logOddsAt = Array.from({ length: CURVE_POINTS }, (_, i) =>
    logOddsOf(judgement.pEot(i * CURVE_STEP_SEC)),
  );
  return { heard: hypothesis?.text ?? null, logOdds: logOddsAt };
}

function withoutSound({ hypothesis, silenceSec, turnSpeechSec, messages, language }) {
  const words = hypothesis && Object.fromEntries(Object.entries(hypothesis).map(finite));
  return { hypothesis: words ?? null, silenceSec, turnSpeechSec, messages, language };
}

/** A field of a hypothesis as JSON can hold it: no sound, and no infinite log-probability. */
function finite([name, value]) {
  if (name === 'sound') return [name, undefined];
  return [name, value === -Infinity ? NEVER : value];
}

/** An inference that keeps the last encoding. */
function encoderOf(inference) {
  const encoder = { last: undefined };
  encoder.inference = {
    ...delegated(inference),
    async call(kernel, input, options) {
      const output = await inference.call(kernel, input, options);
      if (kernel.name === ENCODING) encoder.last = Buffer.from(output.buffer).toString('base64');
      return output;
    },
  };
  return encoder;
}

/** An inference that gives `encodings.next` as the encoding of any sound. */
function replaying(inference, encodings) {
  return {
    ...delegated(inference),
    call: async (kernel, input, options) =>
      kernel.name === ENCODING ? floatsIn(encodings.next) : inference.call(kernel, input, options),
  };
}

function delegated(inference) {
  return { warm: (kernels) => inference.warm(kernels), close: () => inference.close() };
}

function floatsIn(base64) {
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64'));
  return new Float32Array(bytes.buffer);
}

function logOddsOf(probability) {
  return Number(clamp(logOdds(probability), -MOST_LOG_ODDS, MOST_LOG_ODDS).toFixed(4));
}
