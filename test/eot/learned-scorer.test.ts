// The shipped end-of-turn models on a shipped recording, with the real recogniser.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTranscriber } from '../../src/engine/transcript/transcribe-window.js';
import { fuse } from '../../src/eot/fusion.js';
import { logOdds } from '../../src/dsp/numeric.js';
import { learnedEot } from '../../src/eot/learned-kernel.js';
import { fusionTable, learnedScorer } from '../../src/eot/learned-scorer.js';
import { phrasesOf } from '../../src/eot/phrases.js';
import type { EotPause, TurnHypothesis } from '../../src/eot/scorer.js';
import { createInlineInference } from '../../src/inference/index.js';
import { bookingCall, samplesOf } from '../helpers/recordings.js';

const inference = createInlineInference();
afterAll(() => inference.close());

let audio: Float32Array;
let hypothesis: TurnHypothesis;

beforeAll(async () => {
  const samples = await samplesOf(bookingCall, 4);
  audio = Float32Array.from(samples, (sample) => sample / 32_768);
  ({ hypothesis } = await createTranscriber('en', inference)!(audio));
});

const pause = (changes: Partial<EotPause> = {}): EotPause => ({
  audio,
  silenceSec: 0.2,
  turnSpeechSec: 3,
  hypothesis,
  messages: [],
  language: 'en',
  ...changes,
});
const p = async (changes: Partial<EotPause>, silenceSec = 0.2) =>
  (await learnedScorer.judge(pause(changes), inference)).pEot(silenceSec);
const partsOf = async (changes: Partial<EotPause>) =>
  (await learnedScorer.judge(pause(changes), inference)).parts;
const asked = (content: string) => [{ role: 'assistant', content }];
const said = (text: string): TurnHypothesis => ({ ...hypothesis, text });

describe('the learned scorer', () => {
  it('recognises words and gives a probability that grows with the silence', async () => {
    expect(hypothesis.text.length).toBeGreaterThan(10);
    expect(hypothesis.sound).toHaveLength(audio.length);
    const judgement = await learnedScorer.judge(pause(), inference);
    const line = [0.1, 0.2, 0.3, 0.5, 1, 2, 3, 5].map((sec) => judgement.pEot(sec));
    expect(line.every((value) => value > 0 && value < 1)).toBe(true);
    line.slice(1).forEach((value, i) => expect(value).toBeGreaterThanOrEqual(line[i]!));
    expect(judgement.pEot(3)).toBeGreaterThan(judgement.pEot(0.2) + 0.05);
  });

  // The same sound and words; only what the agent said last differs.
  it.each([
    ['no', 'Have you tried restarting it?', 'What can I do for you?'],
    ['four seven one', 'What is the three digit code on the back?', 'What is your ten digit phone number?'],
    ['five o clock', 'What time works for you?', 'Can I have your full address please?'],
  ])('takes "%s" for an answer to "%s" rather than to "%s"', async (text, fits, doesNot) => {
    const fitting = await p({ hypothesis: said(text), messages: asked(fits) });
    const other = await p({ hypothesis: said(text), messages: asked(doesNot) });
    expect(fitting).toBeGreaterThan(other);
  });

  it('reads a whole number in figures, as the recogniser writes it, as one that answers', async () => {
    const messages = asked('Okay, what is your phone number?');
    const odds = async (text: string) => (await partsOf({ hypothesis: said(text), messages })).text!;
    expect(await odds('415-555-0132')).toBeGreaterThan(0);
    expect(await odds('415-555')).toBeLessThan(0);
  });

  it.each([
    ['what is the zip code for', 'what is the zip code for this place'],
    ['could you please', 'could you please tell me the opening hours'],
    ['is it possible that i could make', 'is it possible that i could make a payment today'],
  ])('knows that "%s" wants more words', async (part, whole) => {
    const odds = async (text: string) => Number((await partsOf({ hypothesis: said(text) })).text);
    expect(await odds(whole)).toBeGreaterThan(1);
    expect(await odds(part)).toBeLessThan((await odds(whole)) - 1.5);
  });

  it('weighs words and sound otherwise if it is not known what they answer', async () => {
    const fusion = await inference.call(fusionTable, null);
    const numbers = { terminal: -0.5, question: -4, comma: -2, owed: 0, closing: 0, asks: 0 };
    for (const [context, sum] of [
      ['', fusion.alone],
      ['What day suits you?', fusion.full],
    ] as const) {
      const input = {
        stage: 'first' as const,
        context,
        text: 'on monday',
        encoding: new Float32Array(1152),
        numbers,
      };
      const { logit, heads } = await inference.call(learnedEot, input);
      expect(logit).toBe(fuse(sum, { ...numbers, ...heads }));
    }
    expect(fusion.alone).not.toEqual(fusion.full);
  });

  it('uses what the agent said only if nobody has spoken since', async () => {
    const question = asked('Have you tried restarting it?');
    const since = [...question, { role: 'user', content: 'wait' }];
    expect(await p({ hypothesis: said('no'), messages: since })).toBe(await p({ hypothesis: said('no') }));
  });

  it.each([
    ['I would like to book a table for two please', 'I would like to book a table for'],
    ['my number is four one five five five five two six seven one', 'my number is four one five'],
    ['can you tell me the opening hours', 'can you tell me the'],
  ])('finds "%s" more complete than "%s"', async (whole, part) => {
    expect(await p({ hypothesis: said(whole) })).toBeGreaterThan(await p({ hypothesis: said(part) }));
  });

  it('falls back on silence if nothing was understood or no recogniser runs', async () => {
    for (const silent of [undefined, said('')]) {
      const judgement = await learnedScorer.judge(pause({ hypothesis: silent }), inference);
      expect(judgement.pEot(2)).toBeGreaterThan(judgement.pEot(0.2));
    }
  });
});

describe('the same words', () => {
  it('are judged by how their end sounds', async () => {
    const [whole, cutShort] = [
      await partsOf({}),
      await partsOf({ hypothesis: { ...hypothesis, sound: hypothesis.sound!.subarray(0, 16_000) } }),
    ];
    expect(whole.text).toBe(cutShort.text);
    expect(whole.sound).not.toBe(cutShort.sound);
  });

  it('are judged the same whatever comes later than 0.2 s after them, the first time', async () => {
    const sound = new Float32Array(audio.length + 4800);
    sound.set(audio);
    const late = pause({ hypothesis: { ...hypothesis, sound }, silenceSec: 0.5 });
    const [asked, askedLate] = [pause(), late].map((at) => learnedScorer.judge(at, inference));
    expect((await askedLate!).parts).toEqual((await asked!).parts);
  });
});

describe('a pause that is rechecked', () => {
  const question = asked('What can I do for you?');
  const first = () => learnedScorer.judge(pause({ messages: question }), inference);

  it('is judged by the mean of both judgements, the second with weights of its own', async () => {
    const fusion = await inference.call(fusionTable, null);
    expect(learnedScorer.recheck!.atSec).toBe(fusion.second.sec);
    const later = await (
      await first()
    ).recheck!.judge(pause({ messages: question, silenceSec: fusion.second.sec }));
    const { text, sound, first: firstLogit } = later.parts as Record<string, number>;
    const numbers = {
      terminal: hypothesis.punctuationLogProb,
      question: hypothesis.questionLogProb,
      comma: hypothesis.commaLogProb,
      ...phrasesOf(hypothesis.text),
    };
    const second = fuse(fusion.second.full, { ...numbers, text: text!, sound: sound! });
    const change = (second - firstLogit!) / 2;
    expect(Math.abs(change)).toBeGreaterThan(0.02);
    expect(Math.abs(change)).toBeLessThan(fusion.second.most);
    // Parts have three decimals.
    expect(logOdds(later.pEot(0.2))).toBeCloseTo(firstLogit! + change, 2);
    expect(logOdds((await first()).pEot(0.2))).toBeCloseTo(firstLogit!, 2);
  });

  it('comes to no more than the first judgement promised', async () => {
    const unfinished = { hypothesis: said('I would like to book a table for the'), messages: question };
    const judged = await learnedScorer.judge(pause(unfinished), inference);
    const later = await judged.recheck!.judge(
      pause({ messages: question, hypothesis: said('thank you, bye') }),
    );
    expect(logOdds(later.pEot(0.2)) - logOdds(judged.pEot(0.2))).toBeCloseTo(1);
    expect(later.pEot(0.7)).toBe(judged.recheck!.pEotAtMost(0.7));
  });

  it('stays as it was if no word is recognised then', async () => {
    const judged = await first();
    const later = await judged.recheck!.judge(pause({ hypothesis: said('') }));
    expect(later.pEot(0.5)).toBe(judged.pEot(0.5));
  });

  it('has words that the heads can read', async () => {
    const recheck = async (changes: Partial<EotPause>) =>
      (await learnedScorer.judge(pause(changes), inference)).recheck;
    expect(await recheck({ hypothesis: undefined })).toBeUndefined();
    expect(await recheck({ hypothesis: said('') })).toBeUndefined();
    expect(await recheck({ language: 'es' })).toBeUndefined();
  });
});

describe('words that Whisper recognised', () => {
  const german = async (text: string | undefined) => {
    const hypothesis = text === undefined ? undefined : { ...said(text), recogniser: 'whisper' as const };
    const judged = await learnedScorer.judge(pause({ language: 'de', hypothesis }), inference);
    return { pEot: judged.pEot(0.2), parts: judged.parts };
  };

  it('are read with the sound, and stand in the trace', async () => {
    const [whole, part] = [
      await german('das Wetter ist heute sehr schön'),
      await german('das Wetter ist heute sehr'),
    ];
    expect(whole.pEot).toBeGreaterThan(part.pEot);
    expect(Number(whole.parts.text)).toBeGreaterThan(Number(part.parts.text) + 1);
    expect(whole.parts.sound).toBe(part.parts.sound);
    expect(part.parts).toMatchObject({ heard: 'das Wetter ist heute sehr' });
  });

  it('leave the judgement to the sound if there are none', async () => {
    expect((await german('')).pEot).toBe((await german(undefined)).pEot);
  });

  it('of Hindi count only after a question, because they are misheard too often', async () => {
    const hindi = async (text: string, messages: { role: string; content: string }[]) =>
      p({ language: 'hi', hypothesis: { ...said(text), recogniser: 'whisper' }, messages });
    expect(await hindi('मेरा नाम', [])).toBe(await hindi('मेरा नाम रमेश है', []));
    const question = asked('अपना पूरा नाम बताइए।');
    expect(await hindi('मेरा नाम', question)).toBeLessThan(await hindi('मेरा नाम रमेश है', question));
  });
});

describe('words of another language', () => {
  it('are judged by punctuation, not by English heads on another recogniser', async () => {
    const spanish = (punctuationLogProb: number, text = 'quiero reservar una mesa') =>
      p({
        language: 'es',
        hypothesis: {
          ...said(text),
          punctuationLogProb,
        },
      });
    expect(await spanish(-0.1)).toBeGreaterThan(await spanish(-4));
    expect(await spanish(-1, 'thank you bye bye')).toBe(await spanish(-1, 'quiero reservar una mesa'));
  });
});
