/**
 * The room engine: one mixed recording of up to 8 voices, with a transcript and a language for each voice and turn events for the
 * room as a whole (docs/protocol.md). This file puts its parts together; room-transcript.ts has the theory of
 * operation.
 */
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { firstLanguage, type Language } from '../../protocol/languages.js';
import { AudioWindow } from '../session/audio-window.js';
import type { Engine } from '../session/engine.js';
import { SessionEngine, SLICE_SAMPLES } from '../session/session-engine.js';
import type { SessionPort } from '../session/session-port.js';
import { createTranscriber, decodingEvidence, recogniserLanguages } from '../transcript/transcribe-window.js';
import { FloorTranscript } from './floor-transcript.js';
import { RoomLanguages } from './room-languages.js';
import type { RoomSetup } from './room-setup.js';
import { RoomTranscript } from './room-transcript.js';
import { SpeechTimeline } from './speech-timeline.js';
import { isDecoded, newVoiceLanguage } from './voice-language.js';
import { Voices } from './voices.js';

/** Audio that a room remembers: a window of speech grows to some 14 s, and its words may wait for their voice; 32 s hold both. */
const KEEP_SAMPLES = SLICE_SAMPLES + 32 * SAMPLE_RATE_HZ;
/**
 * The words of a pause are decoded for the end-of-turn scorer only if it can read them (English), or if the turn is so short that it
 * may have no words at all: a cough ends no turn. Chosen by hand.
 */
const SHORT_SAMPLES = 2 * SAMPLE_RATE_HZ;
/** Gap in speech that one embedding may span. Chosen by hand. Raising it: embeddings of two voices more often. */
const BRIDGE_SAMPLES = 0.3 * SAMPLE_RATE_HZ;

/** An engine for one session of several voices. Models are loaded when they are first needed. */
export function createRoomEngine(setup: RoomSetup): Engine {
  const audio = new AudioWindow(KEEP_SAMPLES);
  return new SessionEngine(setup, roomPort(setup, audio), audio);
}

function roomPort(setup: RoomSetup, audio: AudioWindow): SessionPort {
  const { session, inference, sessionId, asrLanguages, moonshineLanguages, identifier } = setup;
  const timeline = new SpeechTimeline(BRIDGE_SAMPLES, KEEP_SAMPLES);
  const decodesOthers = asrLanguages.some(
    (language) => !moonshineLanguages.includes(language) && isDecoded(session.language, language),
  );
  // Our networks alone need more windows to find a language that no recogniser confirms (lid/policy.ts).
  const confirmed = decodesOthers ? asrLanguages : moonshineLanguages;
  const voices = new Voices(() => newVoiceLanguage(session.language, confirmed));
  const evidence = decodingEvidence(inference, sessionId);
  const languages = new RoomLanguages(
    voices,
    session.language,
    asrLanguages,
    moonshineLanguages,
    identifier,
    inference,
    evidence,
    decodesOthers ? recogniserLanguages(inference, sessionId) : undefined,
  );
  const transcript = new RoomTranscript(setup, { audio, timeline }, voices, languages);
  const transcriberFor = (language: Language, samples: number) =>
    isDecoded(session.language, language) &&
    (moonshineLanguages.includes(language) || samples <= SHORT_SAMPLES)
      ? createTranscriber(language, inference, { session: sessionId })
      : undefined;
  const floor = new FloorTranscript(audio, transcript, transcriberFor);
  const transcribe = transcriberFor(firstLanguage(session.language), 0);

  return {
    startedFields: {},
    speechStart(sample, newTurn) {
      timeline.start(sample);
      transcript.speechStart(sample);
      floor.speechStart(sample, newTurn);
    },
    speechEnd(sample) {
      timeline.end(sample);
      floor.speechEnd(sample);
    },
    dropTurn: () => floor.dropTurn(),
    step: (now) => transcript.step(now),
    pause: ({ sample, lastSpeechSample }) => floor.pause(sample, lastSpeechSample),
    transcribe: async (from, to, options) =>
      transcribe && (await transcribe(audio.slice(from, to), options)).hypothesis,
    languageStep: (t) => languages.step(t, (voice) => transcript.evidenceOf(voice)),
    finalize: async (now) => [...(await transcript.flush(now, true)), { type: 'asr.flushed' }],
    lastWords: async (now) => [...(await transcript.flush(now, false)), languages.summary(now.t)],
  };
}
