/** Which speech-to-text model decodes which language, and whether its files are here. */
import { locateModel, modelFile } from '../inference/catalogue.js';
import { SPEECH_MODELS } from '../inference/speech-models.js';
import { TurnwireError } from '../protocol/errors.js';
import { LANGUAGES, type Language } from '../protocol/languages.js';

/** Catalogue folder of the model of each language that this version can decode. */
const FOLDERS = new Map<string, string>(
  SPEECH_MODELS.flatMap(({ language, folder }) => (folder === undefined ? [] : [[language, folder]])),
);

export function asrModelFolder(language: string): string {
  const folder = FOLDERS.get(language);
  if (!folder)
    throw new TurnwireError('internal', 'asr_language', `no speech-to-text model for '${language}'`);
  return folder;
}

/** Languages whose speech-to-text model is installed. */
export function loadableAsrLanguages(): Language[] {
  return LANGUAGES.filter((language) => FOLDERS.has(language)).filter((language) =>
    ['encoder_model', 'decoder_model_merged'].every(
      (name) => locateModel(modelFile(`${asrModelFolder(language)}/${name}`)) !== undefined,
    ),
  );
}
