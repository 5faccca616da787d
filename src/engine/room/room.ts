/**
 * The room engine: one mixed recording, up to 8 voices, a transcript and a language for each, turn events for the room
 * as a whole (service-v2 sections 2, 3, 6.1, 6.3).
 */
import type { LanguageIdentifier } from '../../lid/identifier.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { firstLanguage, type Language } from '../../protocol/languages.js';
import type { Span } from '../../voices/diarizer/blocks.js';
import type { VoiceEmbedder } from '../../voices/embedder/embedder.js';
import { diarizerOptionsFor, type DiarizerOptions } from '../../voices/diarizer/diarizer-options.js';
import { AudioWindow } from '../session/audio-window.js';
import type { SessionPort } from '../session/session-port.js';
import type { SessionSetup } from '../session/session-setup.js';
import type { Engine } from '../session/engine.js';
import { createTranscriber, decodingEvidence } from '../transcript/transcribe-window.js';
import { MODE_PRIORS } from '../session/mode-priors.js';
import { FloorTranscript } from './floor-transcript.js';
import { RoomLanguages } from './room-languages.js';
import { RoomTranscript } from './room-transcript.js';
import { SessionEngine, SLICE_SAMPLES } from '../session/session-engine.js';
import { SpeechTimeline } from './speech-timeline.js';
import { DEFAULT_TRANSCRIPT_OPTIONS, type TranscriptOptions } from './transcript-options.js';

/** What a room needs; `roomSetup` fills it. */
export interface RoomSetup extends SessionSetup {
  readonly embedder: VoiceEmbedder;
  readonly identifier: LanguageIdentifier;
  /** Languages that can be decoded. */
  readonly asrLanguages: readonly Language[];
  /** Default DEFAULT_TRANSCRIPT_OPTIONS. */
  readonly transcript?: TranscriptOptions;
  /** Over the embedder's own options and the voices that the mode expects. */
  readonly diarizer?: Partial<DiarizerOptions>;
  /** Told of every stretch of speech once its voice is settled; of two voices at once, of each. */
  readonly onVoice?: (span: { startSec: number; endSec: number; voice: number }) => void;
}

/** A window of speech grows to some 14 s, and its words may wait a little for their voice: 32 s hold both. */
const KEEP_SAMPLES = SLICE_SAMPLES + 32 * SAMPLE_RATE_HZ;
/** Gap that one print may bridge. */
const BRIDGE_SAMPLES = 0.3 * SAMPLE_RATE_HZ;

/** An engine for one session of several voices. Models are loaded when they are first needed. */
export function createRoomEngine(setup: RoomSetup): Engine {
  const audio = new AudioWindow(KEEP_SAMPLES);
  return new SessionEngine(setup, roomEndpoint(setup, audio), audio);
}

function roomEndpoint(setup: RoomSetup, audio: AudioWindow): SessionPort {
  const { session, inference, sessionId } = setup;
  const timeline = new SpeechTimeline(BRIDGE_SAMPLES, KEEP_SAMPLES);
  const languages = new RoomLanguages(
    session.language,
    setup.asrLanguages,
    setup.identifier,
    inference,
    decodingEvidence(inference, sessionId),
  );
  const transcript = createTranscript(setup, audio, timeline, languages);
  const listen = (language: Language) => createTranscriber(language, inference, { session: sessionId });
  const hears = listen(firstLanguage(session.language));
  const hearing = new FloorTranscript({
    audio,
    listen,
    voicesIn: (from, to) => transcript.voicesIn(from, to),
    languageOf: (voice) => languages.spokenBy(voice ?? transcript.onlyVoice),
  });
  const nameOf = (voice: number) => transcript.texts.nameOf(voice);

  return {
    startedFields: {},
    speechStart(sample, newTurn) {
      timeline.start(sample);
      transcript.speechStart(sample);
      hearing.speechStart(sample, newTurn);
    },
    speechEnd(sample) {
      timeline.end(sample);
      hearing.speechEnd(sample);
    },
    step: (now) => transcript.step(now),
    pause: ({ sample, lastSpeechSample }) => hearing.pause(sample, lastSpeechSample),
    transcribe: async (from, to) => hears && (await hears(audio.slice(from, to))).heard.text,
    languageStep: (t) => languages.step(t, nameOf, (voice) => transcript.evidenceOf(voice)),
    finalize: async (now) => [...(await transcript.flush(now)), { type: 'asr.flushed' }],
    lastWords: async (now) => [...(await transcript.flush(now)), languages.summary(now.t, nameOf)],
  };
}

function createTranscript(
  setup: RoomSetup,
  audio: AudioWindow,
  timeline: SpeechTimeline,
  languages: RoomLanguages,
): RoomTranscript {
  const { expectedVoices } = MODE_PRIORS[setup.session.mode];
  const tell = setup.onVoice;
  const seconds = (sample: number): number => sample / SAMPLE_RATE_HZ;
  return new RoomTranscript({
    audio,
    timeline,
    inference: setup.inference,
    sessionId: setup.sessionId,
    embedder: setup.embedder,
    languages,
    options: setup.transcript ?? DEFAULT_TRANSCRIPT_OPTIONS,
    diarizer: { ...diarizerOptionsFor(setup.embedder), expectedVoices, ...setup.diarizer },
    onVoice:
      tell &&
      (({ start, end, voice }: Span) => tell({ startSec: seconds(start), endSec: seconds(end), voice })),
  });
}
