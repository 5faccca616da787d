/**
 * End of turn by the words of languages other than English: a text head that reads thirteen languages (what was said, after what
 * the agent asked), and a weighted sum with the sound of the end and the recogniser's punctuation. Models:
 * models/eot-text-languages, models/eot-fusion-languages, made by training/text and training/fusion. Called at each pause by
 * learned-scorer.ts.
 */
import { Tensor } from 'onnxruntime-node';
import { defineKernel } from '../inference/kernel.js';
import type { Language } from '../protocol/languages.js';
import { fuse, parseLanguageFusion } from './fusion.js';
import type { OpenQuestion } from './open-question.js';
import { IDS_PER_WORD, sequenceOf } from './text-words.js';

export interface LanguageInput {
  readonly language: Language;
  readonly question: OpenQuestion;
  /** Transcript of the turn so far. */
  readonly text: string;
  /** Other inputs of the sum (sound, the recogniser's punctuation), by their names in its table. */
  readonly numbers: Readonly<Record<string, number>>;
}

export interface LanguageOutput {
  /** Log-odds that the turn is complete, at the first silence point of the fusion. */
  readonly logit: number;
  /** Log-odds of the text head alone, uncalibrated. */
  readonly text: number;
  /** True if the turn may answer what the agent asked. */
  readonly isAsked: boolean;
}

export const languageEot = defineKernel<LanguageInput, LanguageOutput>(
  { name: 'language-eot', lane: 'express' },
  async (context) => {
    const head = await context.createSession(await context.modelBytes('eot-text-languages'));
    const fusion = parseLanguageFusion(await context.modelBytes('eot-fusion-languages'));
    return async ({ language, question, text, numbers }) => {
      const read = async (asked: string, turn: string): Promise<number> => {
        const { ids, role, length } = sequenceOf(asked, turn, language);
        const feeds = {
          ids: new Tensor('int64', ids, [1, length, IDS_PER_WORD]),
          role: new Tensor('int64', role, [1, length]),
        };
        return (await head.run(feeds)).logit!.data[0] as number;
      };
      const { asked, since } = question;
      const answer = since.join(' ');
      // A question stays open as long as the caller's earlier turns do not answer it in full.
      const isAsked = asked !== '' && (answer === '' || (await read(asked, answer)) < 0);
      const logit = isAsked
        ? await read(asked, answer === '' ? text : `${answer} ${text}`)
        : await read('', text);
      const sums = fusion.languages[language] ?? fusion;
      const sum = isAsked ? sums.asked : sums.alone;
      return { logit: fuse(sum, { ...numbers, text: logit }), text: logit, isAsked };
    };
  },
);
