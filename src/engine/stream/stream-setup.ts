/** Fills what a stream needs: what every session needs (session/session-setup.ts) and the recogniser of its language. */
import { loadableAsrLanguages } from '../../asr/decodable-languages.js';
import type { Inference } from '../../inference/kernel.js';
import { learnedIdentifier } from '../../lid/learned-identifier.js';
import { firstLanguage, type Language, type LanguageChoice } from '../../protocol/languages.js';
import type { SessionOptions } from '../../protocol/session-start.js';
import { sessionSetup, type EngineChoices } from '../session/session-setup.js';
import { createTranscriber, recogniserLanguages } from '../transcript/transcribe-window.js';
import type { StreamSetup } from './stream.js';

/**
 * @param session as `parseSessionStart` checked it, for the endpoint `stream`.
 * @param sessionId names the session in `session.started`, and its share of the inference among others.
 * @param inference may serve any number of sessions.
 * @throws TurnwireError kind `usage` when no scorer has the chosen name.
 */
export function streamSetup(
  session: SessionOptions,
  sessionId: string,
  inference: Inference,
  choices: EngineChoices = {},
): StreamSetup {
  const isTranscribed = choices.transcript ?? true;
  return {
    ...sessionSetup(session, sessionId, inference, choices),
    isTranscribed,
    transcriber: (language) =>
      isTranscribed ? createTranscriber(language, inference, { session: sessionId }) : undefined,
    callerLanguages: callerLanguages(session.language),
    identify: async (audio) => {
      const byRecogniser = await recogniserLanguages(inference, sessionId)(audio);
      return learnedIdentifier.identify({ audio, decoding: undefined, byRecogniser }, inference);
    },
  };
}

/** The languages that the client allows and a recogniser decodes; the session's first one if there are none. */
function callerLanguages(choice: LanguageChoice): readonly [Language, ...Language[]] {
  const decodable = loadableAsrLanguages().filter((language) => isChosen(choice, language));
  const first = firstLanguage(choice);
  const [best = first, ...others] = decodable.sort((a, b) => Number(b === first) - Number(a === first));
  return [best, ...others];
}

function isChosen(choice: LanguageChoice, language: Language): boolean {
  if (choice.kind === 'auto') return true;
  return choice.kind === 'allowed' ? choice.languages.includes(language) : choice.language === language;
}
