/** Which speech-to-text model decodes which language, given what is installed. */
import { locateModel } from '../inference/catalogue.js';
import { LANGUAGES, type Language } from '../protocol/languages.js';
import { filesOf, modelsFor, type SpeechModel } from './speech-models.js';

/** Every language has a small model; English also has a large one, which takes twice the time and makes fewer errors. */
export type ModelSize = 'small' | 'large';

/** The best model of a language whose files are all installed; the one that ships with turnwire if there is none. */
export function recogniserOf(language: Language): SpeechModel {
  const models = modelsFor(language);
  return models.find(isInstalled) ?? models.at(-1)!;
}

/** Languages whose speech-to-text models are installed, in the order of protocol/languages.ts. */
export function loadableAsrLanguages(): Language[] {
  return LANGUAGES.filter((language) => isInstalled(recogniserOf(language)));
}

/**
 * Languages that a Moonshine model decodes, each a model of its own: how fluently it decodes shows whether a voice speaks its
 * language. Whisper is one model for all its languages; it identifies a language in one step (whisper-decode.ts), where 13 decodings
 * of a window would take seconds.
 */
export function moonshineLanguages(): Language[] {
  return loadableAsrLanguages().filter((language) => recogniserOf(language).family === 'moonshine');
}

function isInstalled(model: SpeechModel): boolean {
  return filesOf(model).every((file) => locateModel(file) !== undefined);
}
