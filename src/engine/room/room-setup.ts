/** Fills what a room session needs beside its options: what every session needs, voices, languages. */
import { loadableAsrLanguages } from '../../asr/asr-models.js';
import type { Inference } from '../../inference/kernel.js';
import { decodingIdentifier } from '../../lid/decoding-identifier.js';
import type { LanguageIdentifier } from '../../lid/identifier.js';
import { learnedIdentifier } from '../../lid/learned-identifier.js';
import { multilingualIdentifier } from '../../lid/multilingual-identifier.js';
import { TurnwireError } from '../../protocol/errors.js';
import type { SessionOptions } from '../../protocol/session-start.js';
import type { VoiceEmbedder } from '../../voices/embedder/embedder.js';
import { learnedEmbedder } from '../../voices/embedder/learned-embedder.js';
import { melStatistics } from '../../voices/embedder/mel-statistics.js';
import type { RoomSetup } from './room.js';
import { sessionSetup, type EngineChoices } from '../session/session-setup.js';

/** The voice embedders and language identifiers a room can be run with, by name. */
export const EMBEDDERS: Readonly<Record<string, VoiceEmbedder>> = {
  learned: learnedEmbedder,
  'mel-statistics': melStatistics,
};
export const IDENTIFIERS: Readonly<Record<string, LanguageIdentifier>> = {
  decoding: decodingIdentifier,
  learned: learnedIdentifier,
  multilingual: multilingualIdentifier,
};
const DEFAULT_EMBEDDER = 'learned';
const DEFAULT_IDENTIFIER = 'learned';

/** Choices of the person who runs a room, beside the wire's `session.start`. */
export interface RoomChoices extends EngineChoices {
  /** `--voices`: the voice embedder. */
  readonly embedder?: string;
  /** `--lid`: the language identifier. */
  readonly identifier?: string;
  readonly onVoice?: RoomSetup['onVoice'];
}

/**
 * As `streamSetup`, for the endpoint `room`.
 * @throws TurnwireError kind `usage` when no scorer, embedder or identifier has the chosen name.
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
