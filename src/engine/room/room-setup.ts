/** What a room session needs, and how it is filled from the options of a session and the choices of the person who runs it. */
import { loadableAsrLanguages, moonshineLanguages } from '../../asr/decodable-languages.js';
import type { Inference } from '../../inference/kernel.js';
import { decodingIdentifier } from '../../lid/decoding-identifier.js';
import type { LanguageIdentifier } from '../../lid/identifier.js';
import { learnedIdentifier } from '../../lid/learned-identifier.js';
import { multilingualIdentifier } from '../../lid/multilingual-identifier.js';
import { TurnwireError } from '../../protocol/errors.js';
import type { Language } from '../../protocol/languages.js';
import type { SessionOptions } from '../../protocol/session-start.js';
import type { DiarizerOptions } from '../../voices/diarizer/diarizer-options.js';
import type { VoiceEmbedder } from '../../voices/embedder/embedder.js';
import { learnedEmbedder } from '../../voices/embedder/learned-embedder.js';
import { melStatistics } from '../../voices/embedder/mel-statistics.js';
import { sessionSetup, type EngineChoices, type SessionSetup } from '../session/session-setup.js';
import type { TranscriptOptions } from './transcript-options.js';

/** What a room needs beside what every session needs; `roomSetup` fills it. */
export interface RoomSetup extends SessionSetup {
  readonly embedder: VoiceEmbedder;
  readonly identifier: LanguageIdentifier;
  /** Languages that can be decoded. */
  readonly asrLanguages: readonly Language[];
  /** Languages decoded by a model of their own, whose fluency also tells whether a voice speaks them (lid/decoding-evidence.ts). */
  readonly moonshineLanguages: readonly Language[];
  /** Default DEFAULT_TRANSCRIPT_OPTIONS. */
  readonly transcript?: TranscriptOptions;
  /** Replaces single options of the embedder's diarizer and the number of voices that the mode expects. */
  readonly diarizer?: Partial<DiarizerOptions>;
  /** Called with every stretch of speech once its voice is final; if two voices speak at once, once for each. */
  readonly onVoice?: (span: { startSec: number; endSec: number; voice: number }) => void;
}

/** Voice embedders that a room can be run with, by the name that `--voices` takes. */
export const EMBEDDERS: Readonly<Record<string, VoiceEmbedder>> = {
  learned: learnedEmbedder,
  'mel-statistics': melStatistics,
};
/** Language identifiers that a room can be run with, by the name that `--lid` takes. */
export const IDENTIFIERS: Readonly<Record<string, LanguageIdentifier>> = {
  decoding: decodingIdentifier,
  learned: learnedIdentifier,
  multilingual: multilingualIdentifier,
};
const DEFAULT_EMBEDDER = 'learned';
const DEFAULT_IDENTIFIER = 'learned';

/** What the person who runs a room chooses; clients choose through `session.start`. */
export interface RoomChoices extends EngineChoices {
  /** `--voices`: the voice embedder. */
  readonly embedder?: string;
  /** `--lid`: the language identifier. */
  readonly identifier?: string;
  readonly onVoice?: RoomSetup['onVoice'];
}

/**
 * Everything that a session of the endpoint `room` needs.
 * @throws TurnwireError kind `usage` if no scorer, embedder or identifier has the chosen name.
 */
export function roomSetup(
  session: SessionOptions,
  sessionId: string,
  inference: Inference,
  choices: RoomChoices = {},
): RoomSetup {
  return {
    ...sessionSetup(session, sessionId, inference, choices),
    embedder: embedderNamed(choices.embedder ?? DEFAULT_EMBEDDER),
    identifier: identifierNamed(choices.identifier ?? DEFAULT_IDENTIFIER),
    asrLanguages: loadableAsrLanguages(),
    moonshineLanguages: moonshineLanguages(),
    onVoice: choices.onVoice,
  };
}

export const embedderNamed = (name: string): VoiceEmbedder => named(EMBEDDERS, 'voice embedder', name);
export const identifierNamed = (name: string): LanguageIdentifier =>
  named(IDENTIFIERS, 'language identifier', name);

function named<T>(table: Readonly<Record<string, T>>, what: string, name: string): T {
  const entry = Object.hasOwn(table, name) ? table[name] : undefined;
  if (entry) return entry;
  const names = Object.keys(table).join(', ');
  throw new TurnwireError('usage', 'unknown_name', `unknown ${what} '${name}': choose one of ${names}`);
}
