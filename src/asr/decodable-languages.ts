/** Which speech-to-text model decodes which language, and for which languages the files are installed. */
import { locateModel } from '../inference/catalogue.js';
import { TurnwireError } from '../protocol/errors.js';
import { LANGUAGES, type Language } from '../protocol/languages.js';
import { filesOf, SPEECH_MODELS, type SpeechModel } from './speech-models.js';

/** Every language has a small model; English also has a large one, which takes twice the time and makes fewer errors. */
export type ModelSize = 'small' | 'large';

/**
 * The catalogue folder with a language's model of a size.
 * @throws TurnwireError kind `internal` if this version has no such model
 */
export function modelFolder(language: string, size: ModelSize): string {
  const folder = folderOf(language, size);
  if (folder) return folder;
  throw new TurnwireError('internal', 'asr_language', `no ${size} speech-to-text model for '${language}'`);
}

export function hasModelOfSize(language: string, size: ModelSize): boolean {
  return folderOf(language, size) !== undefined;
}

/** Languages whose speech-to-text models are installed, in the order of protocol/languages.ts. */
export function loadableAsrLanguages(): Language[] {
  return LANGUAGES.filter((language) => {
    const model = modelOf(language);
    const files = model ? filesOf(model) : [];
    return files.length > 0 && files.every((file) => locateModel(file) !== undefined);
  });
}

function folderOf(language: string, size: ModelSize): string | undefined {
  const model = modelOf(language);
  return size === 'large' ? model?.largeFolder : model?.folder;
}

function modelOf(language: string): SpeechModel | undefined {
  return SPEECH_MODELS.find((model) => model.language === language);
}
