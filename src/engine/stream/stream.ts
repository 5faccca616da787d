/**
 * The stream engine: one speaker, voice activity, end of turn, barge-in (docs/protocol.md). It sends no
 * transcript; the words only help to judge whether the turn is complete.
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
  /** The recogniser of a language; undefined if none is loaded or transcripts are off. */
  readonly transcriber: (language: Language) => TranscribeWindow | undefined;
}

/** A pause is judged on at most the 12 s before it. */
const KEEP_SAMPLES = SLICE_SAMPLES + 12 * SAMPLE_RATE_HZ;

/** An engine for one session of one speaker. It loads models when they are first needed. */
export function createStreamEngine(setup: StreamSetup): Engine {
  const audio = new AudioWindow(KEEP_SAMPLES);
  const transcribe = setup.transcriber(firstLanguage(setup.session.language));
  return new SessionEngine(setup, streamPort(setup.session.messages, transcribe, audio), audio);
}

function streamPort(
  conversation: readonly ConversationMessage[],
  transcribe: TranscribeWindow | undefined,
  audio: AudioWindow,
): SessionPort {
  const turn = new TurnTranscript(audio);
  let messages = conversation;
  return {
    startedFields: { tier: 'full' },
    speechStart(sample, newTurn) {
      if (newTurn) {
        // A turn that is over joins the conversation: what the agent asked before it is answered.
        if (turn.text) messages = newestMessages([...messages, { role: 'user', content: turn.text }]);
        turn.newTurn();
      }
      turn.speechStart(sample);
    },
    speechEnd: (sample) => turn.speechEnd(sample),
    dropTurn: () => turn.newTurn(),
    step: async () => [],
    pause({ sample }) {
      const decoding = transcribe && turn.pause(sample, transcribe);
      const before = messages;
      return {
        context: async () => ({ hypothesis: await decoding?.hypothesis(), messages: before }),
        commit: () => decoding?.commit(),
      };
    },
    transcribe: async (from, to, careful) =>
      transcribe && (await transcribe(audio.slice(from, to), { careful })).hypothesis,
    languageStep: async () => [],
    finalize: async () => [{ type: 'warning', code: 'bad_message', message: 'finalize is for rooms only' }],
    lastWords: async () => [],
  };
}
