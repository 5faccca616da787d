/**
 * Words of two voices that speak at once. One recogniser hears one of them or neither, so overlapped sound is parted into both voices
 * (voices/separator-network.ts) and each of them is decoded. What is read so takes the place of what the room's recogniser has there.
 *
 *   blocks of two voices ──1.5 s, or the end──> sound of each voice ──recogniser──> words of each voice
 *
 * Words of the room's recogniser wait for that (pending-words.ts).
 */
import { decodeKernelFor } from '../../asr/decode-kernels.js';
import { isSameWord, type RecognisedWord } from '../../asr/recognised-word.js';
import { afterSilence, placedWords } from '../../asr/window-words.js';
import { cosine, mean } from '../../dsp/numeric.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { Language } from '../../protocol/languages.js';
import { BLOCK_SAMPLES } from '../../voices/diarizer/blocks.js';
import { learnedEmbedder } from '../../voices/embedder/learned-embedder.js';
import { separatorNetwork, type SeparatedVoices } from '../../voices/separator-network.js';
import { loudPart } from './loud-part.js';
import type { RoomDiarizer, RoomSound } from './room-diarizer.js';
import type { RoomSetup } from './room-setup.js';
import type { DecodedWord } from './voice.js';

/** Shortest overlap that is parted, in samples. Chosen by hand: shorter ones hold no whole word. */
const LEAST_SAMPLES = 0.5 * SAMPLE_RATE_HZ;
/** An overlap is read when it has become this long, although it goes on, in samples. Chosen by hand. Raising it: later words. */
const MOST_SAMPLES = 1.5 * SAMPLE_RATE_HZ;
/** Sound around an overlap that is parted and decoded with it, in samples; the network learned on windows of 4 s. */
const AROUND_SAMPLES = 1 * SAMPLE_RATE_HZ;
/** Newest sound that waits for a later detection, in samples. Chosen by hand: an overlap is over after two blocks without it. */
const UNSETTLED_SAMPLES = 0.5 * SAMPLE_RATE_HZ;
/** Two equal words whose starts lie at most this far apart are one word, in samples. Chosen by hand; parted sound moves words a little. */
const SAME_WORD_SAMPLES = 0.6 * SAMPLE_RATE_HZ;
/**
 * How much nearer the sound of each voice must be to that voice than to the other, as the difference of two cosines. This and the two
 * numbers below were chosen on overlaps of people kept out of training (docs/decisions/2026-11-29-words-in-overlaps.md). Raising it:
 * fewer overlaps are read, and fewer words that nobody said.
 */
const LEAST_MARGIN = 0.1;
/** Least mean log-probability of a word's tokens. Raising it: fewer words that nobody said, fewer words. */
const LEAST_LOG_PROB = -1.5;
/** The same for all tokens of what one voice says. */
const LEAST_MEAN_LOG_PROB = -0.7;
/** How long a reading is remembered, in samples: as long as a word may take to be committed. */
const REMEMBERED_SAMPLES = 20 * SAMPLE_RATE_HZ;

interface Place {
  readonly start: number;
  readonly end: number;
}

/** `voiceId` is undefined for a word of the room's recogniser (voice.ts). */
type PlacedWord = Place & Pick<DecodedWord, 'voiceId'>;

interface Overlap extends Place {
  /** Both voices. */
  readonly pair: readonly [number, number];
}

interface Reading extends Place {
  readonly words: readonly DecodedWord[];
}

export class OverlappedWords {
  /** Absolute sample up to which overlaps were read. */
  private until = 0;
  private readings: Reading[] = [];

  constructor(
    private readonly sound: Pick<RoomSound, 'audio'>,
    private readonly diarizer: Pick<RoomDiarizer, 'diarizedUntil' | 'pairAt' | 'vectorOf'>,
    private readonly setup: Pick<RoomSetup, 'embedder' | 'inference' | 'sessionId' | 'moonshineLanguages'>,
    private readonly language: { readonly current: Language },
  ) {}

  /** True if overlaps are read: the separator knows voices by the learned embedder, and was measured with Moonshine. */
  private get isUsed(): boolean {
    return (
      this.setup.embedder === learnedEmbedder && this.setup.moonshineLanguages.includes(this.language.current)
    );
  }

  /** True of a word of the room's recogniser if two voices speak at its middle and were not read there yet. */
  isUnread(word: PlacedWord): boolean {
    if (!this.isUsed || word.voiceId !== undefined || middle(word) < this.until) return false;
    return this.diarizer.pairAt(middle(word)) !== undefined;
  }

  /** True of a word of the room's recogniser if words of each voice stand in its place. */
  isReplaced(word: PlacedWord): boolean {
    if (word.voiceId !== undefined) return false;
    return this.readings.some((reading) => reading.words.length > 0 && holds(reading, word));
  }

  /**
   * Reads the overlaps that are over or long, or all of them if `isEnd`; each once.
   * @param finals gives the newest final words; asked only if there is an overlap to read
   * @returns the words of each voice
   */
  async take(isEnd: boolean, finals: () => readonly RecognisedWord[]): Promise<DecodedWord[][]> {
    if (!this.isUsed) return [];
    const found: DecodedWord[][] = [];
    for (const overlap of this.takeOverlaps(isEnd)) {
      const words = await this.read(overlap);
      const known = [...finals(), ...this.readings.flatMap((reading) => reading.words)];
      const own = words.map((some) =>
        some.filter((word) => !known.some((other) => isSameWord(word, other, SAME_WORD_SAMPLES))),
      );
      this.readings.push({ ...overlap, words: own.flat() });
      found.push(...own);
    }
    this.readings = this.readings.filter(({ end }) => end > this.until - REMEMBERED_SAMPLES);
    return found;
  }

  private takeOverlaps(isEnd: boolean): Overlap[] {
    const { diarizedUntil } = this.diarizer;
    const last = isEnd ? diarizedUntil : diarizedUntil - UNSETTLED_SAMPLES;
    const found: Overlap[] = [];
    let open: Overlap | undefined;
    for (let start = this.until; start + BLOCK_SAMPLES <= last; start += BLOCK_SAMPLES) {
      const pair = this.diarizer.pairAt(start + BLOCK_SAMPLES / 2);
      const end = start + BLOCK_SAMPLES;
      const goesOn = open && pair && isSamePair(open.pair, pair) && start - open.end <= BLOCK_SAMPLES;
      if (goesOn) open = { ...open!, end };
      else if (open && (pair || start - open.end >= BLOCK_SAMPLES)) {
        found.push(open);
        open = undefined;
      }
      if (pair && !open) open = { start, end, pair };
      if (open && open.end - open.start >= MOST_SAMPLES) {
        found.push(open);
        open = undefined;
      }
      this.until = open ? open.start : end;
    }
    if (open && isEnd) {
      found.push(open);
      this.until = open.end;
    }
    return found.filter(({ start, end }) => end - start >= LEAST_SAMPLES);
  }

  private async read({ start, end, pair }: Overlap): Promise<DecodedWord[][]> {
    const [first, second] = pair.map((voice) => this.diarizer.vectorOf(voice));
    if (!first || !second) return [];
    const from = Math.max(0, start - AROUND_SAMPLES);
    // No later sound, which would depend on how much of it has come.
    const sound = this.sound.audio.slice(from, Math.min(end + AROUND_SAMPLES, this.diarizer.diarizedUntil));
    const call = { session: this.setup.sessionId };
    const parted = await this.setup.inference.call(
      separatorNetwork,
      { sound, voices: [first, second] },
      call,
    );
    const both: DecodedWord[][] = [];
    const place = { start: start - from, end: end - from };
    if (!(await this.areApart(parted, place, [first, second]))) return [];
    for (const [i, samples] of parted.entries()) both.push(await this.decode(samples, from, pair[i]!));
    return both.map((words, i) =>
      words.filter(
        (word) =>
          holds({ start, end }, word) &&
          word.logProb >= LEAST_LOG_PROB &&
          // A word that comes through in both belongs to the voice in which it is surer.
          !both[1 - i]!.some(
            (other) => isSameWord(word, other, SAME_WORD_SAMPLES) && other.logProb > word.logProb,
          ),
      ),
    );
  }

  /** True if each parted sound is of its own voice. */
  private async areApart(
    parted: SeparatedVoices,
    { start, end }: Place,
    voices: readonly [Float32Array, Float32Array],
  ): Promise<boolean> {
    for (const [i, samples] of parted.entries()) {
      const { vector } = await this.setup.embedder.embed(samples.slice(start, end), this.setup.inference);
      if (cosine(vector, voices[i]!) - cosine(vector, voices[1 - i]!) < LEAST_MARGIN) return false;
    }
    return true;
  }

  /** The words of one voice; none if the recogniser is unsure of them. @param from absolute sample at which `samples` begin */
  private async decode(samples: Float32Array, from: number, voiceId: number): Promise<DecodedWord[]> {
    const language = this.language.current;
    const { start, end } = loudPart(samples);
    const decoded = await this.setup.inference.call(
      decodeKernelFor(language, 'large'),
      { audio: afterSilence(samples.slice(start, end)), language, wantTimes: true, forbidEmpty: true },
      { session: this.setup.sessionId },
    );
    if (decoded.stopped !== 'end' || (mean(decoded.tokenLogProbs) ?? 0) < LEAST_MEAN_LOG_PROB) return [];
    const place = { from: from + start, to: from + end, prefix: 0, forcedEnd: from + start };
    return placedWords(decoded, place).map((word) => ({ ...word, language, voiceId }));
  }
}

function middle({ start, end }: Place): number {
  return (start + end) / 2;
}

/** True if the middle of a word lies in a place. */
function holds({ start, end }: Place, word: Place): boolean {
  return middle(word) >= start && middle(word) < end;
}

function isSamePair(one: readonly [number, number], other: readonly [number, number]): boolean {
  return one.every((voice) => other.includes(voice));
}
