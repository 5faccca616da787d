/** Which speech-to-text model decodes which language, and whether its files are here. */
import { locateModel, modelFile } from '../inference/catalogue.js';
import { SPEECH_MODELS } from '../inference/speech-models.js';
import { TurnwireError } from '../protocol/errors.js';
import { LANGUAGES, type Language } from '../protocol/languages.js';

/** @param careful the larger model, where a language has two */
export function asrModelFolder(language: string, careful = false): string {
  const model = SPEECH_MODELS.find((candidate) => candidate.language === language);
  const folder = (careful ? model?.carefulFolder : undefined) ?? model?.folder;
  if (!folder)
    throw new TurnwireError('internal', 'asr_language', `no speech-to-text model for '${language}'`);
  return folder;
}

export function hasCarefulModel(language: string): boolean {
  return SPEECH_MODELS.some((model) => model.language === language && model.carefulFolder !== undefined);
}

/** Languages whose speech-to-text models are installed. */
export function loadableAsrLanguages(): Language[] {
  const installed = SPEECH_MODELS.filter(({ folder, carefulFolder }) =>
    folder === undefined ? false : [folder, carefulFolder ?? folder].every(isInstalled),
  ).map(({ language }) => language);
  return LANGUAGES.filter((language) => installed.includes(language));
}

function isInstalled(folder: string): boolean {
  return ['encoder_model', 'decoder_model_merged'].every(
    (name) => locateModel(modelFile(`${folder}/${name}`)) !== undefined,
  );
}
