// Scores one file of utterances against another, recording by recording; counts are added over recordings.
// Called by `turnwire score`.
import { wireEventSchema, type WireEvent } from '../protocol/events.js';
import { TurnwireError } from '../protocol/errors.js';
import { utterancesOf } from '../sinks/index.js';
import { readJsonLines } from './files/json-lines.js';
import { readUem, readUtterances } from './formats/read-utterances.js';
import type { Utterance } from './formats/utterance.js';
import { cpWordErrors, plainWordErrors, tcpWordErrors } from './metrics/cp-wer.js';
import {
  addDiarizationErrors,
  der,
  diarizationErrors,
  jer,
  NO_DIARIZATION_ERRORS,
  type DiarizationErrors,
} from './metrics/diarization.js';
import { addWordErrors, errorRate, NO_WORD_ERRORS, type WordErrors } from './metrics/word-errors.js';

export interface ScoreOptions {
  readonly collarSec: number;
  readonly tcpCollarSec: number;
  readonly skipOverlap: boolean;
  readonly uemFile?: string;
}

type Rated<T> = T & { readonly rate: number | null };

export interface FileScore {
  readonly sessions: number;
  readonly conventions: Omit<ScoreOptions, 'uemFile'> & { readonly uem: boolean };
  /** Null when either side has no text. */
  readonly wer: Rated<WordErrors> | null;
  readonly cpwer: Rated<WordErrors> | null;
  readonly tcpwer: Rated<WordErrors> | null;
  readonly der: Rated<DiarizationErrors>;
  readonly jer: number | null;
  /** Voices found in recordings / voices in their references. */
  readonly voices: { readonly hypothesis: number; readonly reference: number };
}

export async function scoreFiles(
  hypothesisFile: string,
  referenceFile: string,
  options: ScoreOptions,
): Promise<FileScore> {
  const reference = await readUtterances(referenceFile);
  const sessions = [...new Set(reference.map(({ session }) => session))].sort();
  const hypothesis = await readHypothesis(hypothesisFile, sessions);
  const scored = options.uemFile === undefined ? null : await readUem(options.uemFile);
  const hasText = [reference, hypothesis].every((side) => side.some(({ text }) => text !== ''));
  let [wer, cpwer, tcpwer] = [NO_WORD_ERRORS, NO_WORD_ERRORS, NO_WORD_ERRORS];
  let diarization = NO_DIARIZATION_ERRORS;
  for (const session of sessions) {
    const [ref, hyp] = [reference, hypothesis].map((side) => side.filter((one) => one.session === session));
    const regions = scored && scored.filter((region) => region.session === session);
    diarization = addDiarizationErrors(
      diarization,
      diarizationErrors(ref!, hyp!, { ...options, scored: regions }),
    );
    if (!hasText) continue;
    wer = addWordErrors(wer, plainWordErrors(ref!, hyp!));
    cpwer = addWordErrors(cpwer, cpWordErrors(ref!, hyp!).errors);
    tcpwer = addWordErrors(tcpwer, tcpWordErrors(ref!, hyp!, options.tcpCollarSec).errors);
  }
  const rated = (errors: WordErrors) => (hasText ? { ...errors, rate: errorRate(errors) } : null);
  const { collarSec, tcpCollarSec, skipOverlap } = options;
  return {
    sessions: sessions.length,
    conventions: { collarSec, tcpCollarSec, skipOverlap, uem: scored !== null },
    wer: rated(wer),
    cpwer: rated(cpwer),
    tcpwer: rated(tcpwer),
    der: { ...diarization, rate: der(diarization) },
    jer: jer(diarization),
    voices: { hypothesis: diarization.hypothesisVoices, reference: diarization.voices },
  };
}

/** An event log names no recording; it is taken for the reference's, when that has only one. */
async function readHypothesis(file: string, sessions: readonly string[]): Promise<Utterance[]> {
  if (!file.endsWith('.jsonl')) return withSingleSession(await readUtterances(file), sessions);
  const events: WireEvent[] = await readJsonLines(file, wireEventSchema);
  return withSingleSession(
    utterancesOf(events).map(({ speaker, startSec, endSec, text }) => ({
      session: '',
      speaker,
      start: startSec,
      end: endSec,
      text,
    })),
    sessions,
  );
}

/** File names differ between tools; with one recording on each side they are the same one. */
function withSingleSession(utterances: readonly Utterance[], sessions: readonly string[]): Utterance[] {
  const own = new Set(utterances.map(({ session }) => session));
  if (sessions.length === 1 && own.size <= 1)
    return utterances.map((one) => ({ ...one, session: sessions[0]! }));
  const unknown = [...own].find((session) => !sessions.includes(session));
  if (unknown !== undefined)
    throw new TurnwireError(
      'source',
      'unknown_session',
      `the hypothesis has recording ${unknown}, the reference does not`,
    );
  return [...utterances];
}

export function formatScore(score: FileScore): string {
  const { conventions } = score;
  const percent = (rate: number | null) => (rate === null ? '-' : `${(rate * 100).toFixed(2)} %`);
  const words = (name: string, errors: Rated<WordErrors> | null) =>
    errors === null
      ? `${name}  no text on both sides`
      : `${name}  ${percent(errors.rate)}  (${errors.errors} of ${errors.referenceWords} words: ${errors.substitutions} substituted, ${errors.deletions} missing, ${errors.insertions} added)`;
  const sec = (value: number) => `${value.toFixed(2)} s`;
  const d = score.der;
  return [
    `${score.sessions} recordings; collar ${conventions.collarSec} s on each side, overlap ${conventions.skipOverlap ? 'left out' : 'scored'}, ${conventions.uem ? 'UEM given' : 'whole recording'}; tcpWER collar ${conventions.tcpCollarSec} s`,
    words('WER    ', score.wer),
    words('cpWER  ', score.cpwer),
    words('tcpWER ', score.tcpwer),
    `DER      ${percent(d.rate)}  (of ${sec(d.speech)}: missed ${sec(d.missed)}, false alarm ${sec(d.falseAlarm)}, confused ${sec(d.confusion)})`,
    `JER      ${percent(score.jer)}`,
    `voices   ${score.voices.hypothesis} found, ${score.voices.reference} in the reference`,
    '',
  ].join('\n');
}
