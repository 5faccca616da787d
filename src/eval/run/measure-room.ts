/** Runs a room session and keeps its words and languages beside the reference. Called by evaluate-row.ts. */
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { CorpusRow } from '../corpora/corpus-format.js';
import { requireReferenceInSound } from '../corpora/labels-in-sound.js';
import { readRoomReference } from '../corpora/room-reference.js';
import type { RowResult } from '../results/row-result.js';
import { startOf, type RowCorpus, type RowPlan } from './row-plan.js';
import type { SessionRunner } from './session-runner.js';

export async function measureRoom(
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
      ...(reference.unscored.length > 0 && { unscored: [...reference.unscored] }),
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
