/** Loads the recognisers of a session before it starts, so that a damaged model file refuses the session instead of ending it. */
import { loadRecognisers } from '../../asr/decode-kernels.js';
import type { Inference } from '../../inference/kernel.js';
import type { SessionOptions } from '../../protocol/session-start.js';
import { firstLanguage, LANGUAGES, type Language, type LanguageChoice } from '../../protocol/languages.js';

/** @throws TurnwireError kind `model` if a file is missing, unreadable or damaged */
export async function prepareSession({ language }: SessionOptions, inference: Inference): Promise<void> {
  await loadRecognisers(languagesOf(language), inference);
}

/** The languages that may be decoded. English is loaded in any case. */
function languagesOf(choice: LanguageChoice): readonly Language[] {
  if (choice.kind === 'auto') return LANGUAGES;
  return choice.kind === 'allowed' ? choice.languages : [firstLanguage(choice)];
}
