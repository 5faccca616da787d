/**
 * Builds a corpus of synthetic caller turns from a recipe, which says who speaks, what, with which pauses, over which line.
 * Called by `turnwire corpus build`.
 */
import type { SilenceSpan } from '../../silences/silence-spans.js';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { joinFloats, quantize, wavBytes } from '../../../audio/index.js';
import { TurnwireError } from '../../../protocol/errors.js';
import { SAMPLE_RATE_HZ } from '../../../protocol/grid.js';
import { seededRandom, type Random } from '../../basics/seeded-random.js';
import { round6 } from '../../basics/rounding.js';
import type { CorpusRow } from '../corpus-format.js';
import { withNoise } from './noise.js';
import { pauseLengthsSec } from './pause-lengths.js';
import { PHONE_RATE_HZ, throughPhone } from './phone-band.js';
import { recipeLines, type CallsRecipe } from './recipe.js';
import { longestInnerSilenceSec, synthesise } from './speech-synthesiser.js';
import { writeFlac } from './write-flac.js';

const SPLITS = ['calibrate', 'test'] as const;
/** Longest silence inside a phrase, in seconds: a longer one would count as a pause and have no label. */
const MAX_INNER_SILENCE_SEC = 0.19;

/** A recording to make. Its pauses are dealt later. */
interface PlannedTurn {
  readonly id: string;
  readonly language: string;
  readonly split: (typeof SPLITS)[number];
  readonly voice: string;
  readonly agent: string;
  readonly phrases: readonly string[];
  readonly bargeIn?: 'claim' | 'backchannel';
  pausesSec: readonly number[];
}

export async function buildCalls(
  recipe: CallsRecipe,
  recipeFile: string,
  folder: string,
  onRow: (done: number, total: number) => void,
): Promise<CorpusRow[]> {
  const random = seededRandom(recipe.seed);
  const turns = [
    ...planEnglish(recipe, await recipeLines(recipeFile, recipe.texts.english), random),
    ...planOther(recipe, await recipeLines(recipeFile, recipe.texts.other), random),
    ...planBargeIns(recipe, await recipeLines(recipeFile, recipe.texts.bargeIn), random),
  ];
  for (const split of SPLITS) {
    const own = turns.filter((turn) => turn.split === split);
    dealPauses(recipe, own, random);
  }
  const rows: CorpusRow[] = [];
  for (const [index, turn] of turns.entries()) {
    rows.push(await speak(recipe, turn, folder, random));
    onRow(index + 1, turns.length);
  }
  await buildSession(recipe, folder, random);
  return rows;
}

/** All lines of one question go to the same split, so that no text is in both. */
function planEnglish(recipe: CallsRecipe, lines: readonly string[], random: Random): PlannedTurn[] {
  const questions = [...new Set(lines.map((line) => splitLine(line).agent))];
  return Array.from({ length: recipe.englishTakes }, (_, take) =>
    lines.map((line, index): PlannedTurn => {
      const { agent, caller } = splitLine(line);
      const split = SPLITS[questions.indexOf(agent) % 2]!;
      const voices = recipe.voices.en![split]!;
      return {
        id: `en-${String(index + 1).padStart(3, '0')}${'abcdef'[take]}`,
        language: 'en',
        split,
        voice: voices[(index + take) % voices.length]!,
        agent,
        phrases: phrasesOf(fill(caller, recipe, random)),
        pausesSec: [],
      };
    }),
  ).flat();
}

function planOther(recipe: CallsRecipe, lines: readonly string[], random: Random): PlannedTurn[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const language = line.slice(0, 2);
    const index = seen.get(language) ?? 0;
    seen.set(language, index + 1);
    const split = SPLITS[index % 2]!;
    const { agent, caller } = splitLine(line.slice(3));
    return {
      id: `${language}-${String(index + 1).padStart(3, '0')}`,
      language,
      split,
      voice: random.pick(recipe.voices[language]![split]!),
      agent,
      phrases: phrasesOf(caller),
      pausesSec: [],
    };
  });
}

function planBargeIns(recipe: CallsRecipe, lines: readonly string[], random: Random): PlannedTurn[] {
  return lines.map((line, index) => {
    const bargeIn = line.startsWith('claim') ? 'claim' : 'backchannel';
    const { agent, caller } = splitLine(line.slice(bargeIn.length + 1));
    const split = SPLITS[index % 2]!;
    return {
      id: `en-bargein-${String(index + 1).padStart(2, '0')}`,
      language: 'en',
      split,
      voice: random.pick(recipe.voices.en![split]!),
      agent,
      phrases: [caller],
      bargeIn,
      pausesSec: [],
    };
  });
}

function splitLine(line: string): { agent: string; caller: string } {
  const [agent = '', caller = ''] = line.split(' => ');
  return { agent, caller };
}

const phrasesOf = (caller: string): string[] => caller.split('|').map((phrase) => phrase.trim());

/** Fills every {slot} with a random value. */
function fill(text: string, recipe: CallsRecipe, random: Random): string {
  return text.replace(/\{(\w+)\}/g, (_, slot: string) => random.pick(recipe.slots[slot]!));
}

/** Deals pauses to the turns of a split so that together they follow the distribution of the recipe. */
function dealPauses(recipe: CallsRecipe, turns: readonly PlannedTurn[], random: Random): void {
  const holds = turns.reduce((sum, turn) => sum + turn.phrases.length - 1, 0);
  const lengths = pauseLengthsSec(recipe.pauseCounts, holds, random);
  for (const turn of turns) turn.pausesSec = lengths.splice(0, turn.phrases.length - 1);
}

async function speak(
  recipe: CallsRecipe,
  turn: PlannedTurn,
  folder: string,
  random: Random,
): Promise<CorpusRow> {
  const parts: Float32Array[] = [silence(recipe.leadSec + random.integer(40) / 100)];
  const spans: SilenceSpan[] = [];
  const words: NonNullable<CorpusRow['words']> = [];
  let at = parts[0]!.length;
  const append = (samples: Float32Array) => {
    parts.push(samples);
    at += samples.length;
  };
  for (const [index, phrase] of turn.phrases.entries()) {
    const isLast = index === turn.phrases.length - 1;
    const speech = await synthesise(isLast ? `${phrase}.` : phrase, turn.voice);
    requireFluent(speech, turn, phrase);
    const start = at / SAMPLE_RATE_HZ;
    append(speech);
    words.push(...spreadWords(phrase, start, at / SAMPLE_RATE_HZ));
    const pauseStart = at / SAMPLE_RATE_HZ;
    append(silence(isLast ? recipe.endSec : turn.pausesSec[index]!));
    spans.push({ start: round6(pauseStart), end: round6(at / SAMPLE_RATE_HZ) });
  }
  const noisy = withNoise(joinFloats(parts), recipe.noiseDb, random);
  const isTelephone = random.next() < recipe.telephoneShare;
  const audio = `audio/${turn.id}.flac`;
  await writeFlac(
    path.join(folder, audio),
    isTelephone ? await throughPhone(noisy) : quantize(noisy),
    isTelephone ? PHONE_RATE_HZ : SAMPLE_RATE_HZ,
  );
  return {
    id: turn.id,
    language: turn.language,
    audio,
    ...(turn.bargeIn === undefined
      ? { silence_spans: spans, messages: [{ role: 'assistant', content: turn.agent }] }
      : bargeInLabels(turn, words, at / SAMPLE_RATE_HZ)),
    words,
    split: turn.split,
    tags: { band: isTelephone ? 'telephone' : 'wideband', voice: turn.voice },
  };
}

/** Writes one longer recording of several turns to try the engine on. It is not a row of the corpus. */
async function buildSession(recipe: CallsRecipe, folder: string, random: Random): Promise<void> {
  const { audio, voice, parts } = recipe.session;
  const samples: Float32Array[] = [];
  for (const part of parts)
    samples.push(typeof part === 'number' ? silence(part) : await synthesise(part, voice));
  const noisy = withNoise(joinFloats(samples), recipe.noiseDb, random);
  await mkdir(path.dirname(path.join(folder, audio)), { recursive: true });
  await writeFile(path.join(folder, audio), wavBytes(quantize(noisy)));
}

/** Labels of a barge-in: the agent talks through the whole recording and cannot be heard on this channel. */
function bargeInLabels(turn: PlannedTurn, words: NonNullable<CorpusRow['words']>, durationSec: number) {
  return {
    messages: [{ role: 'assistant', content: turn.agent }],
    agent_speech: [{ start: 0.1, end: round3(durationSec), utterance_id: turn.id }],
    barge_ins: [{ start: words[0]!.start, end: words.at(-1)!.end, class: turn.bargeIn! }],
  };
}

function requireFluent(speech: Float32Array, turn: PlannedTurn, phrase: string): void {
  const silenceSec = longestInnerSilenceSec(speech);
  if (silenceSec > MAX_INNER_SILENCE_SEC)
    throw new TurnwireError(
      'source',
      'hidden_pause',
      `${turn.id} (${turn.voice}) is silent for ${silenceSec} s inside "${phrase}"; write it without the comma, or split it with |`,
    );
}

/** Spreads a phrase over its words by their letters: times are exact at the ends of the phrase only. */
function spreadWords(phrase: string, startSec: number, endSec: number): NonNullable<CorpusRow['words']> {
  const words = phrase.split(' ');
  const perLetter = (endSec - startSec) / words.reduce((sum, word) => sum + word.length, 0);
  let at = startSec;
  return words.map((word) => {
    const start = at;
    at += word.length * perLetter;
    return { word, start: round3(start), end: round3(at) };
  });
}

const silence = (seconds: number): Float32Array => new Float32Array(Math.round(seconds * SAMPLE_RATE_HZ));

const round3 = (x: number) => Number(x.toFixed(3));
