/** A stream whose client allows several languages: who is decoded and judged in which, at which pause. */
import { describe, expect, it } from 'vitest';
import type { TranscribeOptions } from '../../../src/engine/transcript/turn-transcript.js';
import { NO_SPEECH_HYPOTHESIS } from '../../../src/engine/transcript/transcribe-window.js';
import type { EotScorer } from '../../../src/eot/scorer.js';
import type { LanguageProbabilities } from '../../../src/lid/identifier.js';
import type { Language } from '../../../src/protocol/languages.js';
import { runEngine, scriptedEngine, speechPattern, types } from '../../helpers/scripted.js';

interface Decoded {
  readonly language: Language;
  readonly draft: number;
}

/** @param heard what is identified, one after another */
function callerOf(
  heard: readonly LanguageProbabilities[],
  languages: [Language, ...Language[]] = ['en', 'es'],
) {
  const decoded: Decoded[] = [];
  const judged: Language[] = [];
  const identified: number[] = [];
  const scorer: EotScorer = {
    name: 'scripted',
    version: 'scripted-1',
    judge: async ({ language }) => {
      judged.push(language);
      return { pEot: () => 0.1, parts: {} };
    },
  };
  const traced: unknown[] = [];
  const engine = scriptedEngine(
    {},
    {
      scorer,
      onTrace: ({ parts }) => {
        if (parts?.language && parts.language !== traced.at(-1)) traced.push(parts.language);
      },
      callerLanguages: languages,
      transcriber:
        (language) =>
        async (_, { draft = [] }: TranscribeOptions = {}) => {
          decoded.push({ language, draft: draft.length });
          return { hypothesis: { ...NO_SPEECH_HYPOTHESIS, text: language }, tokens: [1, 2, 3] };
        },
      identify: async (audio) => {
        identified.push(audio.length / 16_000);
        return heard[identified.length - 1] ?? {};
      },
    },
  );
  return { engine, decoded, judged, identified, traced };
}

const sentences = (...secs: number[]) => speechPattern(-0.5, ...secs.flatMap((sec) => [sec, -0.8]));

describe('a caller of several allowed languages', () => {
  it('is decoded and judged in the language of the newest speech, without a draft in another', async () => {
    const { engine, decoded, judged, traced } = callerOf([{ es: 0.95 }, { es: 0.95 }, { en: 0.98 }]);
    const events = await runEngine(engine, sentences(2, 2, 2));
    expect(decoded.map(({ language }) => language)).toEqual(['es', 'es', 'en']);
    expect(judged).toEqual(['es', 'es', 'en']);
    expect(decoded.map(({ draft }) => draft)).toEqual([0, 3, 0]);
    expect(traced).toEqual(['es', 'en']);
    expect(types(events).filter((type) => type.includes('language'))).toEqual([]);
  });

  it('is identified on at most 3 s of speech, not on less than 1 s, and in one language never', async () => {
    const several = callerOf([]);
    await runEngine(several.engine, sentences(0.6, 4));
    expect(several.identified).toHaveLength(1);
    expect(several.identified[0]).toBeCloseTo(3, 5);
    expect(several.decoded.map(({ language }) => language)).toEqual(['en', 'en']);
    const one = callerOf([], ['es']);
    await runEngine(one.engine, sentences(3));
    expect(one.identified).toEqual([]);
    expect(one.decoded.map(({ language }) => language)).toEqual(['es']);
  });
});
