/** Loads the recognisers of a session before it starts, so that a damaged model file refuses the session instead of ending it. */
import { loadRecognisers } from '../../asr/decode-kernels.js';
import type { Inference } from '../../inference/kernel.js';
import type { Language } from '../../protocol/languages.js';
import type { SessionOptions } from '../../protocol/session-start.js';
import { firstLanguage } from '../../protocol/languages.js';

/**
 * English is loaded in any case; with `auto` the other languages are loaded when they are spoken.
 * @throws TurnwireError kind `model` if a file is missing, unreadable or damaged
 */
export async function prepareSession(session: SessionOptions, inference: Inference): Promise<void> {
  await loadRecognisers(languagesOf(session), inference);
}

/** The languages that are sure to be decoded, or that the client has named. */
function languagesOf({ endpoint, language }: SessionOptions): readonly Language[] {
  return endpoint === 'room' && language.kind === 'allowed' ? language.languages : [firstLanguage(language)];
}
