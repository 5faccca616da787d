/**
 * Runs one recording of a corpus through whatever its labels allow to be measured.
 * Called by run-evaluation.ts; a recording that fails becomes a result that says why.
 */
import { readSamples } from '../../audio/index.js';
import { KEY_REFUSED } from '../../client/index.js';
import { messageOf, TurnwireError } from '../../protocol/errors.js';
import type { WireEvent } from '../../protocol/events.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { AgentSpeech } from '../../protocol/messages.js';
import type { Endpoint, ProfileName } from '../../protocol/names.js';
import type { TimedMessage } from '../../protocol/timed-messages.js';
import { isTurnRow, type CorpusRow, type TurnRow } from '../corpora/corpus-format.js';
import { requireLabelsInSound, requireReferenceInSound } from '../corpora/labels-in-sound.js';
import type { Corpus } from '../corpora/open-corpus.js';
import { readRoomReference } from '../corpora/room-reference.js';
import { scoredSpans, scoresOnGrid, spanGrid } from '../sweep/prediction-grid.js';
import type { RowResult } from './row-result.js';
import { NEVER_REACHED, type SessionRunner } from './session-runner.js';

export type Method = 'service' | 'eot-bench';

export interface RowPlan {
  readonly endpoint: Endpoint;
  readonly profiles: readonly ProfileName[];
  readonly methods: readonly Method[];
  /** `session.start` fields for every session. */
  readonly start: Readonly<Record<string, unknown>>;
  /** Step of the scores of method `eot-bench`, seconds. */
  readonly scoreIntervalSec: number;
}

/** Step of the prediction grid inside a span, seconds; the benchmark's. */
const PREDICTION_STEP_SEC = 0.1;
/** The official score is taken this far into the final silence, seconds. */
const MIN_END_SEC = 0.2;
/** Silence after the recording, seconds: longer than any time-out that ships, so that a turn can still end. */
export const TAIL_SEC = 6;

/** What measuring one recording needs of its corpus. */
export type RowCorpus = Pick<Corpus, 'name' | 'file'>;

export async function evaluateRow(
  corpus: RowCorpus,
  row: CorpusRow,
  plan: RowPlan,
  runner: SessionRunner,
): Promise<RowResult> {
  const about = aboutRow(corpus, row);
  try {
    const { audio, warnings } = await readAudio(corpus, row);
    const audioSec = audio.length / SAMPLE_RATE_HZ;
    requireLabelsInSound(row, audioSec);
    return {
      ...about,
      audioSec,
      ...(warnings.length > 0 && { warnings }),
      ...(isTurnRow(row) && (await runTurn(row, audio, plan, runner))),
      ...(row.barge_ins &&
        plan.endpoint === 'stream' && { bargein: await runBargeIn(row, audio, plan, runner) }),
      ...(plan.endpoint === 'room' && (await runRoom(corpus, row, audio, plan, runner))),
    };
  } catch (error) {
    // What one recording met the others may not; a refused key or a wrong address they all meet.
    if (error instanceof TurnwireError && [KEY_REFUSED, NEVER_REACHED].includes(error.code)) throw error;
    return failedRow(corpus, row, messageOf(error));
  }
}

/** The result of a recording that could not be measured. */
export function failedRow(corpus: RowCorpus, row: CorpusRow, error: string): RowResult {
  return { ...aboutRow(corpus, row), audioSec: 0, error };
}

function aboutRow(corpus: RowCorpus, row: CorpusRow) {
  return {
    corpus: corpus.name,
    id: row.id,
    language: row.language,
    split: row.split ?? 'all',
    tags: row.tags ?? {},
    audio: row.audio,
    channel: row.channel,
  };
}

async function readAudio(corpus: RowCorpus, row: CorpusRow) {
  const warnings: string[] = [];
  const audio = await readSamples(corpus.file(row.audio), {
    channel: row.channel ?? 'mix',
    onWarning: (sentence) => warnings.push(sentence),
  });
  return { audio, warnings };
}

async function runTurn(row: TurnRow, audio: Int16Array, plan: RowPlan, runner: SessionRunner) {
  const result: Pick<RowResult, 'silence_spans' | 'spans' | 'service'> = { silence_spans: row.silence_spans };
  if (plan.methods.includes('eot-bench')) result.spans = await scoreSpans(row, audio, plan, runner);
  if (plan.methods.includes('service')) {
    result.service = {};
    for (const profile of plan.profiles)
      result.service[profile] = await runProfile(row, audio, profile, plan, runner);
  }
  return result;
}

async function scoreSpans(row: TurnRow, audio: Int16Array, plan: RowPlan, runner: SessionRunner) {
  const finalSpan = row.silence_spans.at(-1)!;
  if (finalSpan.end - finalSpan.start < MIN_END_SEC)
    throw new TurnwireError(
      'source',
      'short_end',
      `the recording ends ${(finalSpan.end - finalSpan.start).toFixed(2)} s after the turn; ${MIN_END_SEC} s of silence are needed to score it`,
    );
  const scores = await runner.scores({
    name: row.id,
    endpoint: plan.endpoint,
    start: startOf(row, plan),
    audio,
    intervalSec: plan.scoreIntervalSec,
  });
  return scoredSpans(row.silence_spans).map((span) => {
    const grid = spanGrid(span, PREDICTION_STEP_SEC);
    const onGrid = scoresOnGrid(span, grid, scores);
    const points = grid.map(({ timestamp, silence_dur }, i): [number, number, number] => [
      timestamp,
      silence_dur,
      onGrid[i]!,
    ]);
    return { span_index: span.span_index, label: span.label, points };
  });
}

async function runProfile(
  row: TurnRow,
  audio: Int16Array,
  profile: ProfileName,
  plan: RowPlan,
  runner: SessionRunner,
) {
  const events = await runner.events({
    name: `${row.id} ${profile}`,
    endpoint: plan.endpoint,
    start: { ...startOf(row, plan), eot: { profile } },
    audio: withTail(audio),
    controls: [],
  });
  const turn_ends = events.flatMap((event) => {
    if (event.type !== 'turn.end') return [];
    const { t, by, p_eot, latency_ms } = event;
    return [{ t, by, p_eot, latency_ms }];
  });
  return { turn_ends, resumed: events.filter(({ type }) => type === 'turn.resumed').length };
}

async function runBargeIn(row: CorpusRow, audio: Int16Array, plan: RowPlan, runner: SessionRunner) {
  const controls = (row.agent_speech ?? []).flatMap(
    ({ start, end, utterance_id }): TimedMessage<AgentSpeech>[] => [
      at(start, { type: 'agent.speech', phase: 'start', utterance_id }),
      at(end, { type: 'agent.speech', phase: 'end', utterance_id }),
    ],
  );
  const events = await runner.events({
    name: `${row.id} bargein`,
    endpoint: 'stream',
    start: { ...startOf(row, plan), signals: ['vad', 'eot', 'bargein'] },
    audio: withTail(audio),
    controls,
  });
  return { reference: row.barge_ins!, found: pairOnsets(events) };
}

/** Each onset with the class that followed it; null when the onset was dropped. */
function pairOnsets(events: readonly WireEvent[]): NonNullable<RowResult['bargein']>['found'] {
  const found: NonNullable<RowResult['bargein']>['found'] = [];
  for (const event of events) {
    if (event.type === 'bargein.onset') found.push({ onset_t: event.t, class: null, decided_after_ms: null });
    if (event.type === 'bargein.class' && found.length > 0)
      found[found.length - 1] = {
        onset_t: found.at(-1)!.onset_t,
        class: event.class,
        decided_after_ms: event.decided_after_ms,
      };
  }
  return found;
}

async function runRoom(
  corpus: RowCorpus,
  row: CorpusRow,
  audio: Int16Array,
  plan: RowPlan,
  runner: SessionRunner,
): Promise<Pick<RowResult, 'room'>> {
  const reference = await readRoomReference(corpus, row);
  if (reference === null) return {};
  requireReferenceInSound(reference, audio.length / SAMPLE_RATE_HZ);
  const events = await runner.events({
    name: `${row.id} room`,
    endpoint: 'room',
    start: startOf(row, plan),
    audio,
    controls: [],
  });
  const languages = events.findLast((event) => event.type === 'language.summary');
  return {
    room: {
      referenceSpeech: [...reference.speech],
      referenceTranscript: [...reference.transcript],
      scored: reference.scored && [...reference.scored],
      referenceLanguages: { ...reference.languages },
      words: events.flatMap((event) =>
        event.type === 'asr.final'
          ? [
              {
                session: row.id,
                speaker: event.speaker,
                start: event.t0,
                end: event.t1,
                text: event.text,
                language: event.language,
                emitted: event.t,
              },
            ]
          : [],
      ),
      languages: languages?.type === 'language.summary' ? languages.speakers : {},
    },
  };
}

/** However long nobody speaks, the recording is heard to its end. */
function startOf(row: CorpusRow, plan: RowPlan): Record<string, unknown> {
  const start = { idle_timeout_s: 0, ...plan.start };
  if (plan.endpoint === 'room') return start;
  return { ...start, language: { pin: row.language }, messages: messagesOf(row) };
}

function messagesOf(row: CorpusRow) {
  return (row.messages ?? []).map(({ role, content }) => ({ role, content: content ?? '' }));
}

function at(seconds: number, message: AgentSpeech): TimedMessage<AgentSpeech> {
  return { atSample: Math.round(seconds * SAMPLE_RATE_HZ), message };
}

function withTail(audio: Int16Array): Int16Array {
  const padded = new Int16Array(audio.length + TAIL_SEC * SAMPLE_RATE_HZ);
  padded.set(audio);
  return padded;
}
