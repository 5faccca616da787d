/**
 * Measures one recording of a corpus in every way that its labels allow. Called by run-evaluation.ts. A recording that
 * fails becomes a result that says why.
 */
import { readSamples } from '../../audio/index.js';
import { KEY_REFUSED } from '../../client/index.js';
import { messageOf, TurnwireError } from '../../protocol/errors.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { isTurnRow, type CorpusRow } from '../corpora/corpus-format.js';
import { requireLabelsInSound } from '../corpora/labels-in-sound.js';
import { requireMeaning } from '../corpora/turn-labels.js';
import { measureBargeIn } from './measure-bargein.js';
import { measureRoom } from './measure-room.js';
import { measureTurn } from './measure-turn.js';
import type { RowCorpus, RowPlan } from './row-plan.js';
import type { RowResult } from '../results/row-result.js';
import { NEVER_REACHED, type SessionRunner } from './session-runner.js';

export async function evaluateRow(
  corpus: RowCorpus,
  row: CorpusRow,
  plan: RowPlan,
  runner: SessionRunner,
): Promise<RowResult> {
  const about = aboutRow(corpus, row);
  try {
    requireMeaning(row);
    const { audio, warnings } = await readAudio(corpus, row);
    const audioSec = audio.length / SAMPLE_RATE_HZ;
    requireLabelsInSound(row, audioSec);
    return {
      ...about,
      audioSec,
      ...(warnings.length > 0 && { warnings }),
      ...(isTurnRow(row) && (await measureTurn(row, audio, plan, runner))),
      ...(row.barge_ins &&
        plan.endpoint === 'stream' && { bargein: await measureBargeIn(row, audio, plan, runner) }),
      ...(plan.endpoint === 'room' && (await measureRoom(corpus, row, audio, plan, runner))),
    };
  } catch (error) {
    // A refused key or a wrong address fails every recording alike, so it ends the run; any other error may be the
    // fault of this recording alone.
    if (error instanceof TurnwireError && [KEY_REFUSED, NEVER_REACHED].includes(error.code)) throw error;
    return failedRow(corpus, row, messageOf(error));
  }
}

/** @returns the result of a recording that could not be measured. */
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
