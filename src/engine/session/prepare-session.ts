/**
 * Checks the model files that a session needs and loads its recognisers before it starts, so that a damaged file refuses the session
 * instead of ending it.
 */
import { loadRecognisers } from '../../asr/decode-kernels.js';
import { checkModels } from '../../inference/catalogue.js';
import type { Inference } from '../../inference/kernel.js';
import type { SessionOptions } from '../../protocol/session-start.js';
import { firstLanguage, LANGUAGES, type Language, type LanguageChoice } from '../../protocol/languages.js';

/**
 * @param isTranscribed false: no words are decoded, so no recogniser is needed
 * @throws TurnwireError kind `model` if a file is missing, unreadable or damaged
 */
export async function prepareSession(
  session: SessionOptions,
  inference: Inference,
  isTranscribed = true,
): Promise<void> {
  const languages = languagesOf(session.language);
  await checkModels(modelsOf(session, languages, isTranscribed));
  if (isTranscribed) await loadRecognisers(languages, inference);
}

/** Catalogue ids of what a session loads as it goes on. Whisper is not among them: `loadRecognisers` loads it before the session starts. */
function modelsOf(
  { endpoint, signals }: SessionOptions,
  languages: readonly Language[],
  isTranscribed: boolean,
): string[] {
  const isRoom = endpoint === 'room';
  return [
    ...ALWAYS,
    ...(isRoom || (isTranscribed && languages.includes('en')) ? ENGLISH : []),
    ...(languages.some((language) => language !== 'en') ? OTHER_LANGUAGES : []),
    ...(languages.includes('ko') ? ['eot-phones', 'eot-endings-ko'] : []),
    ...(isRoom ? ['voice-lstm', 'voice-segmentation', 'voice-separator', 'lid-head'] : []),
    ...(signals.has('bargein')
      ? ['bargein-claim', 'bargein-word', 'moonshine-tiny-en/decoder_model_merged']
      : []),
  ];
}

/** The encoder of Moonshine tiny is read by heads of turn ends, of barge-in and of languages. */
const ALWAYS = ['silero-vad-v6', 'language-encoder', 'moonshine-tiny-en/encoder_model', 'eot-fusion'];
const ENGLISH = [
  'eot-text',
  'eot-sound',
  'moonshine-base-en/encoder_model',
  'moonshine-base-en/decoder_model_merged',
];
const OTHER_LANGUAGES = ['eot-turn-sound', 'eot-text-languages', 'eot-fusion-languages', 'lid-head'];

/** The languages that may be decoded. English is loaded in any case. */
function languagesOf(choice: LanguageChoice): readonly Language[] {
  if (choice.kind === 'auto') return LANGUAGES;
  return choice.kind === 'allowed' ? choice.languages : [firstLanguage(choice)];
}
