/**
 * Scores a hypothesis file against a reference file, recording by recording, and adds the counts up.
 * Called by `turnwire score`.
 */
import { z } from 'zod';
import { describeShape } from '../../protocol/describe-shape.js';
import { wireEventSchema, type WireEvent } from '../../protocol/events.js';
import { TurnwireError } from '../../protocol/errors.js';
import { userSpeechOf, utterancesOf, type Word } from '../../sinks/index.js';
import { readJson, readJsonLines } from '../files/json-lines.js';
import {
  holdsWords,
  readUem,
  readUnscored,
  readUtterances,
  readUtterancesBeside,
} from '../formats/read-utterances.js';
import type { Region, Utterance } from '../formats/utterance.js';
import { characterErrors, cpWordErrors, plainWordErrors, tcpWordErrors } from '../metrics/cp-wer.js';
import { isUnspaced } from '../metrics/scoring-words.js';
import {
  addDiarizationErrors,
  der,
  diarizationErrors,
  jer,
  NO_DIARIZATION_ERRORS,
  type DiarizationErrors,
  type JerPairing,
} from '../metrics/diarization.js';
import { quantile } from '../metrics/bootstrap.js';
import { countVoiceLanguages, type LanguageCounts } from '../metrics/voice-languages.js';
import { normalizeEnglish } from '../normalizer/normalize-english.js';
import { addWordErrors, errorRate, NO_WORD_ERRORS, type WordErrors } from '../metrics/word-errors.js';

export interface ScoreOptions {
  readonly collarSec: number;
  readonly tcpCollarSec: number;
  readonly skipOverlap: boolean;
  readonly jerPairing: JerPairing;
  /** `english`: both sides are written as Whisper's English normaliser writes them before words are compared. */
  readonly normalize: 'english' | null;
  readonly uemFile?: string;
  /** JSON file with the language of each voice of the reference. */
  readonly languagesFile?: string;
}

type Rated<T> = T & { readonly rate: number | null };

export interface FileScore {
  readonly sessions: number;
  /** Recordings of the reference that the hypothesis lacks. All their words and speech count as missed. */
  readonly missingSessions: readonly string[];
  readonly conventions: Omit<ScoreOptions, 'uemFile' | 'languagesFile'> & {
    readonly uem: boolean;
    /** Number of regions that the reference leaves out. */
    readonly unscoredRegions: number;
  };
  /** Null if the reference has no words, or the hypothesis is of a kind without words: RTTM, the log of a stream. */
  readonly wer: Rated<WordErrors> | null;
  /** Errors of characters, for a reference in Chinese or Japanese; null for others. */
  readonly cer: Rated<WordErrors> | null;
  readonly cpwer: Rated<WordErrors> | null;
  readonly tcpwer: Rated<WordErrors> | null;
  readonly der: Rated<DiarizationErrors>;
  readonly jer: number | null;
  /** Number of voices, summed over recordings. */
  readonly voices: { readonly hypothesis: number; readonly reference: number };
  /** Null without `languagesFile`. */
  readonly languages: LanguageCounts | null;
  /**
   * Seconds from the last word of an `asr.final` to the event; null unless the hypothesis is an event log with finals.
   */
  readonly finalDelaySec: { readonly finals: number; readonly median: number; readonly p95: number } | null;
}

export async function scoreFiles(
  hypothesisFile: string,
  referenceFile: string,
  options: ScoreOptions,
): Promise<FileScore> {
  const written = options.normalize === 'english' ? inNormalEnglish : asWritten;
  const reference = written(await readUtterances(referenceFile));
  if (reference.length === 0)
    throw new TurnwireError('source', 'empty_reference', `${referenceFile}: the reference is empty`);
  const unscored = await readUnscored(referenceFile);
  const sessions = [...new Set([...reference, ...unscored].map(({ session }) => session))].sort();
  const { carriesText, finals, languages, utterances } = await readHypothesis(hypothesisFile, sessions);
  const hypothesis = written(utterances);
  if (options.languagesFile !== undefined && languages === null)
    throw new TurnwireError(
      'usage',
      'no_log',
      '--languages needs an event log (.jsonl) as the hypothesis: other formats do not say which language was heard',
    );
  const wanted = options.languagesFile === undefined ? null : await readLanguages(options.languagesFile);
  const scored = options.uemFile === undefined ? null : await readRegions(options.uemFile, sessions);
  // A hypothesis that could hold words but has none missed every word.
  const hasText = carriesText && reference.some(({ text }) => text !== '');
  const byCharacter = hasText && isUnspaced(reference.map(({ text }) => text).join(' '));
  let [wer, cer, cpwer, tcpwer] = [NO_WORD_ERRORS, NO_WORD_ERRORS, NO_WORD_ERRORS, NO_WORD_ERRORS];
  let diarization = NO_DIARIZATION_ERRORS;
  for (const session of sessions) {
    const [ref, hyp] = [reference, hypothesis].map((side) => side.filter((one) => one.session === session));
    const isHere = (region: Region) => region.session === session;
    const time = { scored: scored && scored.filter(isHere), unscored: unscored.filter(isHere) };
    diarization = addDiarizationErrors(diarization, diarizationErrors(ref!, hyp!, { ...options, time }));
    if (!hasText) continue;
    wer = addWordErrors(wer, plainWordErrors(ref!, hyp!, time.unscored));
    if (byCharacter) cer = addWordErrors(cer, characterErrors(ref!, hyp!, time.unscored));
    cpwer = addWordErrors(cpwer, cpWordErrors(ref!, hyp!, time.unscored).errors);
    tcpwer = addWordErrors(tcpwer, tcpWordErrors(ref!, hyp!, options.tcpCollarSec, time.unscored).errors);
  }
  const rated = (errors: WordErrors) => (hasText ? { ...errors, rate: errorRate(errors) } : null);
  const { collarSec, tcpCollarSec, skipOverlap, jerPairing, normalize } = options;
  return {
    sessions: sessions.length,
    missingSessions: sessions.filter(
      (session) => hasSession(reference, session) && !hasSession(hypothesis, session),
    ),
    conventions: {
      ...{ collarSec, tcpCollarSec, skipOverlap, jerPairing, normalize },
      uem: scored !== null,
      unscoredRegions: unscored.length,
    },
    wer: rated(wer),
    cer: byCharacter ? rated(cer) : null,
    cpwer: rated(cpwer),
    tcpwer: rated(tcpwer),
    der: { ...diarization, rate: der(diarization) },
    jer: jer(diarization),
    voices: { hypothesis: diarization.hypothesisVoices, reference: diarization.voices },
    languages: wanted && languages && countVoiceLanguages(reference, hypothesis, wanted, languages),
    finalDelaySec: delays(finals),
  };
}

const hasSession = (utterances: readonly Utterance[], session: string): boolean =>
  utterances.some((one) => one.session === session);

const asWritten = (utterances: readonly Utterance[]): readonly Utterance[] => utterances;
const inNormalEnglish = (utterances: readonly Utterance[]): readonly Utterance[] =>
  utterances.map((one) => ({ ...one, text: normalizeEnglish(one.text) }));

/** What was read of a hypothesis file. Only an event log has `finals` and `languages`. */
interface Hypothesis {
  readonly utterances: readonly Utterance[];
  /** Whether this kind of file holds words. */
  readonly carriesText: boolean;
  /** For each `asr.final` when its last word was first heard and when the event was sent, in seconds. */
  readonly finals: readonly { readonly lastWordSec: number; readonly sentSec: number }[] | null;
  readonly languages: Readonly<Record<string, Readonly<Record<string, number>>>> | null;
}

const LOG_ENDING = '.jsonl';

/** An event log does not name its recording: it is taken for the one of the reference, if that has only one. */
async function readHypothesis(file: string, sessions: readonly string[]): Promise<Hypothesis> {
  if (!file.endsWith(LOG_ENDING))
    return {
      utterances: withSingleSession(await readUtterancesBeside([LOG_ENDING], file), sessions),
      carriesText: holdsWords(file),
      finals: null,
      languages: null,
    };
  const events: WireEvent[] = await readJsonLines(file, wireEventSchema, describeShape);
  if (events.length === 0)
    throw new TurnwireError(
      'source',
      'no_events',
      `${file} holds no event; the log of a session begins with session.started`,
    );
  // The log of a stream has no words: its speech is that of one voice, as in the RTTM of such a session.
  const isStream = events.some((event) => event.type === 'session.started' && event.tier !== undefined);
  const spoken: Word[] = isStream ? userSpeechOf(events) : utterancesOf(events);
  const utterances = spoken.map(({ speaker, startSec, endSec, text }) => ({
    session: '',
    speaker,
    start: startSec,
    end: endSec,
    text,
  }));
  const summary = events.findLast((event) => event.type === 'language.summary');
  return {
    utterances: withSingleSession(utterances, sessions),
    carriesText: !isStream,
    finals: events.flatMap((event) =>
      event.type === 'asr.final' ? [{ lastWordSec: event.t1, sentSec: event.t }] : [],
    ),
    languages: summary?.type === 'language.summary' ? summary.speakers : {},
  };
}

/** Tools name recordings differently: one recording on each side is taken for the same one. */
function withSingleSession(utterances: readonly Utterance[], sessions: readonly string[]): Utterance[] {
  const own = new Set(utterances.map(({ session }) => session));
  if (sessions.length === 1 && own.size <= 1)
    return utterances.map((one) => ({ ...one, session: sessions[0]! }));
  const unknown = [...own].find((session) => !sessions.includes(session));
  if (unknown !== undefined)
    throw new TurnwireError(
      'source',
      'unknown_session',
      own.size === 1 && unknown === ''
        ? 'an event log is one recording, the reference has several; give the reference of that recording'
        : `the hypothesis has recording ${unknown}, the reference does not`,
    );
  return [...utterances];
}

/** Reads the UEM. A single recording there is taken for the single recording of the reference. */
async function readRegions(file: string, sessions: readonly string[]): Promise<Region[]> {
  const regions = await readUem(file);
  const named = new Set(regions.map(({ session }) => session));
  if (sessions.length === 0 || sessions.some((session) => named.has(session))) return regions;
  if (sessions.length === 1 && named.size === 1)
    return regions.map((region) => ({ ...region, session: sessions[0]! }));
  throw new TurnwireError(
    'source',
    'unknown_session',
    `${file} has no region of the reference's ${sessions.length === 1 ? 'recording' : 'recordings'} (${sessions.join(', ')}), so nothing would be scored`,
  );
}

function readLanguages(file: string): Promise<Record<string, string>> {
  return readJson(file, languagesSchema);
}

/** The two-letter code of each reference voice. */
const languagesSchema = z.record(z.string(), z.string().regex(/^[a-z]{2}$/));

function delays(finals: Hypothesis['finals']): FileScore['finalDelaySec'] {
  if (finals === null || finals.length === 0) return null;
  const sorted = finals.map(({ lastWordSec, sentSec }) => sentSec - lastWordSec).sort((a, b) => a - b);
  return { finals: sorted.length, median: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) };
}
