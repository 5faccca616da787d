/** Which speech-to-text model decodes which language, and whether its files are here. */
import { locateModel } from '../inference/catalogue.js';
import { filesOf, SPEECH_MODELS } from './speech-models.js';
import { TurnwireError } from '../protocol/errors.js';
import { LANGUAGES, type Language } from '../protocol/languages.js';

/** @param careful the larger model, of a language that `hasCarefulModel` */
export function asrModelFolder(language: string, careful = false): string {
  const model = modelOf(language);
  const folder = careful ? model?.carefulFolder : model?.folder;
  if (!folder)
    throw new TurnwireError('internal', 'asr_language', `no speech-to-text model for '${language}'`);
  return folder;
}

export function hasCarefulModel(language: string): boolean {
  return modelOf(language)?.carefulFolder !== undefined;
}

/** Languages whose speech-to-text models are installed. */
export function loadableAsrLanguages(): Language[] {
  return LANGUAGES.filter((language) => {
    const model = modelOf(language);
    const files = model ? filesOf(model) : [];
    return files.length > 0 && files.every((file) => locateModel(file) !== undefined);
  });
}

function modelOf(language: string) {
  return SPEECH_MODELS.find((model) => model.language === language);
}
