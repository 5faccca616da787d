/** Which speech-to-text model decodes which language, and whether its files are here. */
import { locateModel, modelFile } from '../inference/catalogue.js';
import { TurnwireError } from '../protocol/errors.js';
import { LANGUAGES, type Language } from '../protocol/languages.js';

/** Catalogue folder of the model of each language that this version can decode. */
const FOLDERS: Readonly<Record<string, string>> = {
  en: 'moonshine-tiny-en',
  es: 'moonshine-base-es',
};

export function asrModelFolder(language: string): string {
  const folder = FOLDERS[language];
  if (!folder)
    throw new TurnwireError('internal', 'asr_language', `no speech-to-text model for '${language}'`);
  return folder;
}

/** Languages whose speech-to-text model is installed. */
export function loadableAsrLanguages(): Language[] {
  return LANGUAGES.filter((language) => FOLDERS[language] !== undefined).filter((language) =>
    ['encoder_model', 'decoder_model_merged'].every(
      (name) => locateModel(modelFile(`${asrModelFolder(language)}/${name}`)) !== undefined,
    ),
  );
}
