/**
 * One voice that goes from English to Spanish and back, as recognisers see it: a recogniser of the wrong language hears
 * something else at every hop and is unsure of it, so it commits no word for as long as the other language lasts.
 */
import { LlamaTokenizer } from 'llama-tokenizer-js';
import { describe, expect, it } from 'vitest';
import { largeAsrDecode, otherAsrDecode, smallAsrDecode } from '../../../src/asr/decode-kernels.js';
import type { AsrDecodeInput, AsrDecodeOutput } from '../../../src/asr/decoding.js';
import type { Inference, Kernel } from '../../../src/inference/kernel.js';
import { whisperLanguages } from '../../../src/asr/whisper/whisper-decode.js';
import type { LanguageIdentifier } from '../../../src/lid/identifier.js';
import type { WireEvent } from '../../../src/protocol/events.js';
import { find } from '../../helpers/events.js';
import { violationsOf } from '../../helpers/log-invariants.js';
import { runEngine } from '../../helpers/scripted.js';
import {
  codedInference,
  codesIn,
  conversation,
  scriptedRoom,
  WORD_IDS,
} from '../../helpers/scripted-room.js';

/** With both directions: the product keeps only the one that it needs. */
const llama = new LlamaTokenizer();

const ENGLISH = 24;
const SPANISH = 30;

/** Recognisers and an identifier that know which words are Spanish. */
function hearing(isSpanish: (word: number) => boolean): {
  inference: Inference;
  identifier: LanguageIdentifier;
} {
  const languageOf = (word: number) => (isSpanish(word) ? 'es' : 'en');
  const misheard = (output: AsrDecodeOutput, audio: Float32Array, language: string): AsrDecodeOutput => {
    const heard = codesIn(audio);
    const tokens = output.tokens.map((token, i) =>
      languageOf(heard[i]!.word) === language
        ? token
        : WORD_IDS[((heard[i]!.word + audio.length / 160) % 997) | 0]!,
    );
    const said = output.words.map((word, i) =>
      languageOf(heard[i]!.word) === language
        ? word
        : { ...word, text: llama.vocabById[tokens[i]!]!.slice(1), logProb: -1.3 },
    );
    return { ...output, tokens, words: said, tokenLogProbs: said.map(({ logProb }) => logProb) };
  };
  return {
    inference: {
      ...codedInference,
      async call<I, O>(kernel: Kernel<I, O>, input: I): Promise<O> {
        const output = await codedInference.call(kernel, input);
        if (![smallAsrDecode.name, largeAsrDecode.name, otherAsrDecode.name].includes(kernel.name))
          return output;
        const { audio, language } = input as unknown as AsrDecodeInput;
        return misheard(output as unknown as AsrDecodeOutput, audio, language ?? 'en') as unknown as O;
      },
    },
    /** Hears the language of most of the sound, as sure as the share of it. */
    identifier: {
      identify: async ({ audio }) => {
        const heard = codesIn(audio);
        const spanish = heard.filter(({ word }) => isSpanish(word)).length / heard.length;
        return spanish > 0.5 ? { es: spanish } : { en: 1 - spanish };
      },
    },
  };
}

/** Whisper takes part in identifying languages, and knows nothing. */
function withWhisper(inner: Inference): Inference {
  return {
    ...inner,
    call: async <I, O>(kernel: Kernel<I, O>, input: I): Promise<O> =>
      kernel.name === whisperLanguages.name
        ? ({ languages: Array.from({ length: 14 }, () => 1 / 14), noSpeechProb: 0 } as unknown as O)
        : inner.call(kernel, input),
  };
}

async function eventsOf(
  talk: Parameters<typeof conversation>[0],
  isSpanish: (word: number) => boolean,
  language: object,
): Promise<WireEvent[]> {
  const room = scriptedRoom({ language }, { ...hearing(isSpanish), asrLanguages: ['en', 'es'] });
  const events = await runEngine(room, conversation(talk).samples);
  expect(violationsOf(events, 0.1)).toEqual([]);
  return events;
}

const isSpanish = (word: number) => word >= ENGLISH && word < ENGLISH + SPANISH;
/** A second of silence lies between the languages; the last English follows without one. */
const talk = [
  { voice: 0, words: ENGLISH, pauseSec: 1 },
  { voice: 0, words: SPANISH, pauseSec: 1 },
  { voice: 0, words: ENGLISH, pauseSec: 1 },
];
const { words } = conversation(talk);
const spanishFrom = words[ENGLISH]!.startSec;
const spanishTo = words[ENGLISH + SPANISH]!.startSec - 1;
const said = (language: object) => eventsOf(talk, isSpanish, language);

describe('English, Spanish, English in one voice', () => {
  it('switches there and back within seconds, although no word of the other language is ever sure', async () => {
    const switched = find(await said({ allowed: ['en', 'es'] }), 'language.switched');
    expect(switched.map(({ language }) => language)).toEqual(['es', 'en']);
    expect(switched[0]!.t - spanishFrom).toBeLessThan(6);
    expect(switched[1]!.t - spanishTo - 1).toBeLessThan(6);
  });

  it('writes the Spanish as Spanish from its first word, and the English after it as English', async () => {
    const finals = find(await said({ allowed: ['en', 'es'] }), 'asr.final');
    const written = finals.flatMap(({ text, language }) =>
      text.split(' ').map((word) => ({ word, language })),
    );
    const expected = words.map(({ text }, i) => ({ word: text, language: isSpanish(i) ? 'es' : 'en' }));
    expect(written).toEqual(expected);
  });

  it('warns once, while the Spanish goes on, where English is pinned', async () => {
    const events = await said({ pin: 'en' });
    const warnings = find(events, 'warning');
    expect(warnings).toMatchObject([{ code: 'language_mismatch', language: 'es' }]);
    expect((warnings[0] as { t: number }).t).toBeLessThan(spanishFrom + 6);
    expect(find(events, 'language.switched')).toEqual([]);
  });

  it('counts the solo speech of each language', async () => {
    const [summary] = find(await said({ allowed: ['en', 'es'] }), 'language.summary');
    const { en, es } = summary!.speakers.spk_1!;
    expect(es! + en!).toBeCloseTo((2 * ENGLISH + SPANISH) * 0.3, -0.5);
    expect(Math.abs(es! - SPANISH * 0.3)).toBeLessThan(3);
  });
});

describe('a voice that begins in Spanish', () => {
  const spanish = [{ voice: 0, words: SPANISH, pauseSec: 1 }];
  /** The first identification and the first change, if Spanish is heard so surely from its first to its last word. */
  const firsts = async (sure: number, language: object) => {
    const identifier: LanguageIdentifier = { identify: async () => ({ es: sure }) };
    const inference = withWhisper(hearing(() => true).inference);
    const languages = { asrLanguages: ['en', 'es'], moonshineLanguages: ['en'] } as const;
    const room = scriptedRoom({ language }, { inference, identifier, ...languages });
    const events = await runEngine(room, conversation(spanish).samples);
    const identified = find(events, 'asr.language')[0]!.t;
    return { identified, switched: find(events, 'language.switched')[0]?.t, events };
  };

  it('switches at its first identification if that is very sure, so that its first words are not English', async () => {
    const { identified, switched, events } = await firsts(0.95, { auto: true });
    expect(switched).toBe(identified);
    expect(new Set(find(events, 'asr.final').map(({ language }) => language))).toEqual(new Set(['es']));
  });

  it('waits for a second identification if it is less sure', async () => {
    const { identified, switched } = await firsts(0.85, { allowed: ['en', 'es'] });
    expect(switched).toBeGreaterThan(identified);
  });

  it('is not warned of after one identification where English is pinned', async () => {
    const { identified, events } = await firsts(0.95, { pin: 'en' });
    const warned = find(events, 'warning')[0];
    expect((warned as { t: number } | undefined)?.t ?? Infinity).toBeGreaterThan(identified);
  });
});

describe('a voice new in the middle of Spanish speech', () => {
  it('begins in Spanish', async () => {
    const heardAnew = [
      { voice: 0, words: ENGLISH, pauseSec: 1 },
      // The switch comes some 4.5 s in: the new voice well within 5 s of it.
      { voice: 0, words: SPANISH - 6, pauseSec: 0 },
      { voice: 1, words: SPANISH, pauseSec: 1 },
    ];
    const events = await eventsOf(heardAnew, (word) => word >= ENGLISH, { allowed: ['en', 'es'] });
    const other = find(events, 'asr.final').filter(({ speaker }) => speaker === 'spk_2');
    expect(other.length).toBeGreaterThan(0);
    expect(new Set(other.map(({ language }) => language))).toEqual(new Set(['es']));
    expect(find(events, 'language.switched')).toMatchObject([{ speaker: 'spk_1', language: 'es' }]);
  });
});

it('asks Whisper which language is spoken only if the session may decode another than English', async () => {
  const questions = async (language: object): Promise<Set<unknown>> => {
    const seen = new Set<unknown>();
    const identifier: LanguageIdentifier = {
      identify: async ({ byRecogniser }) => {
        seen.add(byRecogniser?.length);
        return { en: 0.95 };
      },
    };
    const inference = withWhisper(codedInference);
    const room = scriptedRoom(
      { language },
      { identifier, inference, asrLanguages: ['en', 'es'], moonshineLanguages: ['en'] },
    );
    await runEngine(room, conversation([{ voice: 0, words: 24, pauseSec: 2 }]).samples);
    return seen;
  };
  expect(await questions({ pin: 'en' })).toEqual(new Set([undefined]));
  expect(await questions({ allowed: ['en', 'es'] })).toEqual(new Set([14]));
});

it('warns of no language after two sure windows if English is pinned and no recogniser confirms it', async () => {
  const warnings = async (start: object): Promise<unknown[]> => {
    let windows = 0;
    const identifier: LanguageIdentifier = {
      identify: async () => (++windows === 2 || windows === 3 ? { es: 0.85 } : { en: 0.9 }),
    };
    const room = scriptedRoom(
      { language: { pin: 'en' } },
      { identifier, asrLanguages: ['en', 'es'], ...start },
    );
    const talk = conversation([{ voice: 0, words: 40, pauseSec: 2 }]);
    return (await runEngine(room, talk.samples)).filter(({ type }) => type === 'warning');
  };
  expect(await warnings({ moonshineLanguages: ['en'] })).toEqual([]);
  expect(await warnings({ moonshineLanguages: ['en', 'es'] })).toHaveLength(1);
});
