/**
 * Builds recordings of several voices in one room from a recipe, with RTTM, STM and languages.
 * Called by `turnwire corpus build`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { quantize } from '../../../audio/index.js';
import { SAMPLE_RATE_HZ } from '../../../protocol/grid.js';
import { rttmLine, stmLine } from '../../../sinks/index.js';
import { seededRandom } from '../../basics/seeded-random.js';
import type { CorpusRow } from '../corpus-format.js';
import { withNoise } from './noise.js';
import type { RoomsRecipe } from './recipe.js';
import { synthesise } from './speech-synthesiser.js';
import { writeFlac } from './write-flac.js';

/** Noise alone before the first word (LEAD_SEC) and after the last one (TAIL_SEC), in seconds. Chosen by hand. */
const LEAD_SEC = 0.8;
const TAIL_SEC = 1.5;

type Room = RoomsRecipe['rooms'][number];

interface Spoken {
  readonly speaker: string;
  readonly text: string;
  readonly start: number;
  readonly samples: Float32Array;
}

export async function buildRooms(
  recipe: RoomsRecipe,
  folder: string,
  onRow: (done: number, total: number) => void,
): Promise<CorpusRow[]> {
  const random = seededRandom(recipe.seed);
  await mkdir(path.join(folder, 'reference'), { recursive: true });
  const rows: CorpusRow[] = [];
  for (const room of recipe.rooms) {
    const spoken = await speakAll(room);
    const noisy = withNoise(mix(spoken), recipe.noiseDb, random);
    await writeFlac(path.join(folder, `audio/${room.id}.flac`), quantize(noisy), SAMPLE_RATE_HZ);
    rows.push(await writeLabels(room, spoken, folder));
    onRow(rows.length, recipe.rooms.length);
  }
  return rows;
}

async function speakAll(room: Room): Promise<Spoken[]> {
  const spoken: Spoken[] = [];
  let previousEnd = LEAD_SEC;
  for (const { speaker, text, after } of room.utterances) {
    const samples = await synthesise(text, room.voices[speaker]!.voice);
    const start = Math.max(LEAD_SEC, Math.round((previousEnd + after) * 1000) / 1000);
    spoken.push({ speaker, text, start, samples });
    previousEnd = Math.max(previousEnd, start + samples.length / SAMPLE_RATE_HZ);
  }
  return spoken;
}

function mix(spoken: readonly Spoken[]): Float32Array {
  const end = Math.max(...spoken.map(endSec)) + TAIL_SEC;
  const out = new Float32Array(Math.round(end * SAMPLE_RATE_HZ));
  for (const { start, samples } of spoken) {
    const offset = Math.round(start * SAMPLE_RATE_HZ);
    for (let i = 0; i < samples.length; i++) out[offset + i]! += samples[i]!;
  }
  return out;
}

const endSec = ({ start, samples }: Spoken): number => start + samples.length / SAMPLE_RATE_HZ;

async function writeLabels(room: Room, spoken: readonly Spoken[], folder: string): Promise<CorpusRow> {
  const lines = spoken.map((one) => ({
    recording: room.id,
    speaker: one.speaker,
    startSec: one.start,
    endSec: endSec(one),
    durationSec: endSec(one) - one.start,
    text: one.text,
    label: room.voices[one.speaker]!.language,
  }));
  await writeFile(path.join(folder, `reference/${room.id}.rttm`), lines.map(rttmLine).join(''));
  await writeFile(path.join(folder, `reference/${room.id}.stm`), lines.map(stmLine).join(''));
  const languages = Object.entries(room.voices).map(
    ([speaker, { language }]) => [speaker, language] as const,
  );
  return {
    id: room.id,
    language: room.voices[room.utterances[0]!.speaker]!.language,
    audio: `audio/${room.id}.flac`,
    rttm: `reference/${room.id}.rttm`,
    stm: `reference/${room.id}.stm`,
    languages: Object.fromEntries(languages),
    split: room.split,
    tags: { voices: String(languages.length) },
  };
}
