/**
 * The stream engine: one speaker, voice activity, end of turn, barge-in (docs/protocol.md). It sends no
 * transcript; the words only help to judge whether the turn is complete.
 */
import type { Language } from '../../protocol/languages.js';
import type { ConversationMessage } from '../../protocol/messages.js';
import type { LanguageProbabilities } from '../../lid/identifier.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { newestMessages } from '../../protocol/newest-messages.js';
import { AudioWindow } from '../session/audio-window.js';
import type { SessionPort } from '../session/session-port.js';
import type { SessionSetup } from '../session/session-setup.js';
import type { Engine } from '../session/engine.js';
import { SessionEngine, SLICE_SAMPLES } from '../session/session-engine.js';
import { TurnTranscript, type TranscribeWindow } from '../transcript/turn-transcript.js';
import { Caller } from './caller.js';

/** What a stream needs; `streamSetup` fills it. */
export interface StreamSetup extends SessionSetup {
  /** The recogniser of a language; undefined if none is loaded or transcripts are off. */
  readonly transcriber: (language: Language) => TranscribeWindow | undefined;
  /** Languages that the caller may speak; the first is taken until another is heard. */
  readonly callerLanguages: readonly [Language, ...Language[]];
  /** Identifies up to 3 s of speech. Asked only if there are several such languages. */
  readonly identify: (audio: Float32Array) => Promise<LanguageProbabilities>;
}

/** A pause is judged on at most the 12 s before it. */
const KEEP_SAMPLES = SLICE_SAMPLES + 12 * SAMPLE_RATE_HZ;

/** An engine for one session of one speaker. It loads models when they are first needed. */
export function createStreamEngine(setup: StreamSetup): Engine {
  const audio = new AudioWindow(KEEP_SAMPLES);
  return new SessionEngine(setup, streamPort(setup, audio), audio);
}

function streamPort(setup: StreamSetup, audio: AudioWindow): SessionPort {
  const { callerLanguages } = setup;
  const turn = new TurnTranscript(audio);
  const caller = new Caller(audio, callerLanguages, setup.identify);
  const transcribers = new Map(callerLanguages.map((language) => [language, setup.transcriber(language)]));
  const isFollowing = callerLanguages.length > 1 && transcribers.get(callerLanguages[0]) !== undefined;
  let messages: readonly ConversationMessage[] = setup.session.messages;
  return {
    startedFields: { tier: 'full' },
    speechStart(sample, newTurn) {
      if (newTurn) {
        // A turn that is over joins the conversation: what the agent asked before it is answered.
        if (turn.text) messages = newestMessages([...messages, { role: 'user', content: turn.text }]);
        turn.newTurn();
      }
      turn.speechStart(sample);
      caller.speechStart(sample);
    },
    speechEnd: (sample) => turn.speechEnd(sample),
    dropTurn: () => turn.newTurn(),
    step: async () => [],
    pause({ sample, lastSpeechSample }) {
      const identified = caller.pause(lastSpeechSample);
      const transcribe: TranscribeWindow = async (window, options) => {
        const language = await identified.language();
        // The tokens of another language's words are no draft.
        const draft = language === caller.language ? options?.draft : [];
        return transcribers.get(language)!(window, { ...options, draft });
      };
      const decoding = transcribers.get(caller.language) && turn.pause(sample, transcribe);
      const before = messages;
      return {
        context: async () => ({
          hypothesis: await decoding?.hypothesis(),
          messages: before,
          ...(isFollowing && { language: await identified.language() }),
        }),
        commit: () => {
          decoding?.commit();
          identified.commit();
        },
      };
    },
    transcribe: async (from, to, options) =>
      (await transcribers.get(caller.language)?.(audio.slice(from, to), options))?.hypothesis,
    languageStep: async () => [],
    finalize: async () => [{ type: 'warning', code: 'bad_message', message: 'finalize is for rooms only' }],
    lastWords: async () => [],
  };
}
