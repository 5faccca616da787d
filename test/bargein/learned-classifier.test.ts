// The shipped barge-in model on the shipped corpus, onset by onset, as the policy would ask it.
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { BargeinOnset } from '../../src/bargein/classifier.js';
import { learnedClassifier } from '../../src/bargein/learned-classifier.js';
import { decideBargein, DEFAULT_BARGEIN_OPTIONS } from '../../src/bargein/policy.js';
import { createTranscriber } from '../../src/engine/transcript/transcribe-window.js';
import { createInlineInference } from '../../src/inference/index.js';
import { repo, samplesOf } from '../helpers/recordings.js';

interface Row {
  id: string;
  language: string;
  audio: string;
  barge_ins?: { start: number; end: number; class: 'claim' | 'backchannel' }[];
}

const corpus = `${repo}corpora/sample-calls/`;
const rows = readFileSync(`${corpus}rows.jsonl`, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)
  .filter((row) => row.language === 'en' && row.barge_ins !== undefined);

const inference = createInlineInference();
afterAll(() => inference.close());

/** The onset `sinceOnsetSec` after it began. Voice activity ends 0.1 s after the sound. */
function onsetAt(audio: Float32Array, start: number, end: number, sinceOnsetSec: number): BargeinOnset {
  const now = start + sinceOnsetSec;
  return {
    audio: audio.slice(Math.max(0, Math.round((start - 0.3) * 16_000)), Math.round(now * 16_000)),
    sinceOnsetSec,
    speechSec: Math.min(sinceOnsetSec, end - start),
    ended: now > end + 0.1,
    text: undefined,
    language: 'en',
    priorLogit: 0,
  };
}

const transcribe = createTranscriber('en', inference)!;

async function decide(audio: Float32Array, start: number, end: number) {
  for (let step = 2; ; step += 1) {
    const sound = onsetAt(audio, start, end, step / 10);
    const onset = { ...sound, text: (await transcribe(sound.audio)).hypothesis.text };
    const pClaim = await learnedClassifier.pClaim(onset, inference);
    const decision = decideBargein(pClaim, { ...onset, isFaint: false }, DEFAULT_BARGEIN_OPTIONS);
    if (decision) return { class: decision.class, afterSec: step / 10 };
  }
}

describe('the learned barge-in classifier', () => {
  it('tells most claims and backchannels of the shipped calls apart, soon after the onset', async () => {
    const right = { claim: [] as boolean[], backchannel: [] as boolean[] };
    const after = { claim: [] as number[], backchannel: [] as number[] };
    for (const row of rows) {
      const samples = Float32Array.from(await samplesOf(corpus + row.audio), (x) => x / 32_768);
      for (const { start, end, class: expected } of row.barge_ins!) {
        const decision = await decide(samples, start, end);
        right[expected].push(decision.class === expected);
        after[expected].push(decision.afterSec);
      }
    }
    const share = (found: boolean[]) => found.filter(Boolean).length / found.length;
    expect(right.claim.length + right.backchannel.length).toBeGreaterThanOrEqual(10);
    expect(share(right.claim)).toBeGreaterThanOrEqual(0.8);
    // Ten made ones; hums of a robot's voice are misheard as words ("Amen,").
    expect(share(right.backchannel)).toBeGreaterThanOrEqual(0.7);
    const median = (found: number[]) => found.sort((a, b) => a - b)[found.length >> 1];
    expect(median(after.claim)).toBeLessThanOrEqual(0.4);
    // A backchannel may be decided later: nothing has to stop for it.
    expect(median(after.backchannel)).toBeLessThanOrEqual(0.5);
  }, 240_000);

  it('takes backchannel words for a backchannel and others for a claim', async () => {
    const onset = onsetAt(new Float32Array(16_000), 0.3, 0.8, 0.5);
    const p = (text: string | undefined) => learnedClassifier.pClaim({ ...onset, text }, inference);
    const [backchannel, other, withoutWords] = [
      await p('Yeah, okay.'),
      await p('I want to change'),
      await p(undefined),
    ];
    expect(backchannel).toBeLessThan(other);
    const spanish = { ...onset, text: 'I want to change', language: 'es' as const };
    expect(await learnedClassifier.pClaim(spanish, inference)).toBe(withoutWords);
  });

  it('takes the prior of the mode into account', async () => {
    const onset = onsetAt(new Float32Array(16_000), 0.3, 0.5, 0.4);
    const even = await learnedClassifier.pClaim(onset, inference);
    expect(await learnedClassifier.pClaim({ ...onset, priorLogit: -1 }, inference)).toBeLessThan(even);
  });
});
