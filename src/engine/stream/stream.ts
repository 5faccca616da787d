/**
 * The stream engine: one speaker, voice activity, end of turn, barge-in (service-v2 sections 2, 3, 6.1, 6.2). It gives no
 * transcript; what was said only helps to judge whether the turn is complete.
 */
import { firstLanguage, type Language } from '../../protocol/languages.js';
import type { ConversationMessage } from '../../protocol/messages.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { newestMessages } from '../../protocol/newest-messages.js';
import { AudioWindow } from '../session/audio-window.js';
import type { SessionPort } from '../session/session-port.js';
import type { SessionSetup } from '../session/session-setup.js';
import type { Engine } from '../session/engine.js';
import { SessionEngine, SLICE_SAMPLES } from '../session/session-engine.js';
import { TurnTranscript, type TranscribeWindow } from '../transcript/turn-transcript.js';

/** What a stream needs; `streamSetup` fills it. */
export interface StreamSetup extends SessionSetup {
  /** The recogniser for a language, undefined where none is loaded or transcripts are off. */
  readonly listen: (language: Language) => TranscribeWindow | undefined;
}

/** A pause is judged on at most 12 s before it. */
const KEEP_SAMPLES = SLICE_SAMPLES + 12 * SAMPLE_RATE_HZ;

/** An engine for one session of one speaker. Models are loaded when they are first needed. */
export function createStreamEngine(setup: StreamSetup): Engine {
  const audio = new AudioWindow(KEEP_SAMPLES);
  const listen = setup.listen(firstLanguage(setup.session.language));
  return new SessionEngine(setup, streamEndpoint(setup.session.messages, listen, audio), audio);
}

function streamEndpoint(
  before: readonly ConversationMessage[],
  listen: TranscribeWindow | undefined,
  audio: AudioWindow,
): SessionPort {
  const hearing = new TurnTranscript(audio);
  let messages = before;
  return {
    startedFields: { tier: 'full' },
    speechStart(sample, newTurn) {
      if (newTurn) {
        // A turn that is over is part of the conversation so far: what the agent asked before it was answered.
        if (hearing.text) messages = newestMessages([...messages, { role: 'user', content: hearing.text }]);
        hearing.newTurn();
      }
      hearing.speechStart(sample);
    },
    speechEnd: (sample) => hearing.speechEnd(sample),
    step: async () => [],
    pause({ sample }) {
      const heard = listen && hearing.pause(sample, listen);
      const before = messages;
      return {
        said: async () => ({ heard: await heard?.words(), messages: before }),
        keep: () => heard?.keep(),
      };
    },
    transcribe: async (from, to) => listen && (await listen(audio.slice(from, to))).heard.text,
    languageStep: async () => [],
    finalize: async () => [{ type: 'warning', code: 'bad_message', message: 'finalize is for rooms only' }],
    lastWords: async () => [],
  };
}
