/**
 * Who speaks when, as the sound comes in. Theory of operation:
 *
 *   windows of 1.5 s ──embed──> log-odds of each voice ──> blocks of 0.25 s ──Viterbi──> a label for each block
 *
 * 1. A window scores every known voice for the blocks it covers. The likeliest path through the blocks that are not frozen gives
 *    their labels (label-path.ts). One state of the path stands for a voice that is not known yet.
 * 2. A stretch of that state that is long enough, coherent and unlike every known voice opens a voice.
 * 3. Labels may change until `freeze`, which the room calls when the words on them become final. Then the windows over frozen
 *    blocks teach their voices.
 * 4. If the embedder knows how embeddings scatter, all of them are clustered again after each freeze (voice-clusters.ts): what a
 *    voice is follows from its cluster, and a cluster without a voice opens one. Frozen labels never change.
 */
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { VoiceEmbedder, VoiceEmbedding } from '../embedder/embedder.js';
import {
  BLOCK_SAMPLES,
  blocksAfter,
  covers,
  liesWithin,
  segmentOf,
  weightedOver,
  type Block,
  type Segment,
  type Window,
} from './blocks.js';
import { diarizerOptionsFor, type DiarizerOptions } from './diarizer-options.js';
import { labelPath } from './label-path.js';
import { SpeakerRegistry } from './speaker-registry.js';
import { VoiceClusters } from './voice-clusters.js';

/**
 * Probability of two voices at once from which a window neither opens nor teaches a voice, 0..1. Lower than the probability from
 * which overlap is reported (engine/room/room-segmentation.ts). Raising it: impurer voices, sooner. At 0.4 two readers who talk over each other become three voices (docs/decisions/2026-11-29-segments-of-rooms.md).
 */
const IMPURE = 0.3;
/** How long frozen blocks are remembered, seconds: a word that becomes final late still finds its voice. Chosen by hand. */
const REMEMBERED_SEC = 60;

export class OnlineDiarizer {
  readonly voices: SpeakerRegistry;
  private blocks: Block[] = [];
  private windows: Window[] = [];
  private readonly clusters: VoiceClusters | undefined;
  private lastFrozen: Block | undefined;
  private segments = 0;

  constructor(
    private readonly embedder: Pick<VoiceEmbedder, 'sameVoiceLogOdds' | 'windowSec' | 'population'>,
    private readonly options: DiarizerOptions = diarizerOptionsFor(embedder),
  ) {
    this.voices = new SpeakerRegistry(embedder);
    const { population } = embedder;
    this.clusters = population && new VoiceClusters(this.voices, population, options);
  }

  /** Adds the embedding of speech `[start, end)` (absolute samples, no pause inside) and labels the open blocks again. */
  addWindow(start: number, end: number, embedding: VoiceEmbedding): void {
    this.windows.push({ start, end, embedding, seconds: (end - start) / SAMPLE_RATE_HZ });
    this.blocks.push(...blocksAfter(this.blocks.at(-1), start, end));
    this.relabel();
  }

  /** The voice of the block of speech nearest to absolute `sample`; undefined if no known voice fits it, or before any speech. */
  voiceAt(sample: number): number | undefined {
    const index = Math.floor(sample / BLOCK_SAMPLES);
    let best: Block | undefined;
    for (const block of this.blocks) {
      if (!best || Math.abs(block.index - index) < Math.abs(best.index - index)) best = block;
    }
    const voice = best?.voice;
    return voice === undefined ? undefined : this.voices.resolve(voice);
  }

  /**
   * Makes labels up to absolute `sample` final. A block without a voice gets one: a new voice or the nearest known one.
   * @returns the blocks that were frozen by this call.
   */
  freeze(sample: number): Segment[] {
    const until = Math.ceil(sample / BLOCK_SAMPLES);
    const now = this.blocks.filter((block) => !block.frozen && block.index < until);
    if (now.length === 0) return [];
    if (this.voices.size === 0) this.openFirst();
    else this.openShort(now.filter((block) => block.voice === undefined));
    for (const block of now) this.freezeBlock(block);
    this.learn();
    this.forget();
    return now.map((block) => segmentOf(block, this.voices.resolve(block.voice!)));
  }

  /** Absolute sample at which the newest voice's uninterrupted blocks begin; undefined before any speech. */
  get lastChange(): number | undefined {
    const last = this.blocks.at(-1);
    if (!last) return undefined;
    const before = this.blocks.findLastIndex((block) => block.voice !== last.voice);
    return this.blocks[before + 1]!.index * BLOCK_SAMPLES;
  }

  private freezeBlock(block: Block): void {
    const before = this.lastFrozen;
    block.guessed = block.voice === undefined;
    block.voice ??= this.nearestKnown(block);
    block.frozen = true;
    const continues = before !== undefined && !block.afterPause && before.voice === block.voice;
    block.segment = continues ? before.segment : (this.segments += 1);
    this.lastFrozen = block;
  }

  private relabel(): void {
    const pending = this.blocks.filter((block) => !block.frozen);
    for (let round = 0; round <= this.options.maxVoices; round += 1) {
      const unknown = this.label(pending);
      const stretch = this.openable(unknown);
      if (!stretch) return;
      this.voices.open(stretch, (this.segments += 1));
    }
  }

  /** Labels the blocks. @returns those that fit no known voice. */
  private label(pending: readonly Block[]): Block[] {
    const active = this.voices.active;
    const { changeCost, changeCostAfterPause } = this.options;
    const path = labelPath(
      pending.map((block) => ({
        scores: [...active.map((voice) => this.score(block, voice)), this.newVoiceScore(block)],
        changeCost: block.afterPause ? changeCostAfterPause : changeCost,
      })),
      this.lastFrozen === undefined ? undefined : active.indexOf(this.voices.resolve(this.lastFrozen.voice!)),
    );
    pending.forEach((block, i) => (block.voice = active[path[i]!]));
    return pending.filter((block) => block.voice === undefined);
  }

  /** Half the mean log-odds of the windows over the block, each weighted by how near its centre is. */
  private score(block: Block, voice: number): number {
    let sum = 0;
    let weights = 0;
    for (const { window, weight } of weightedOver(block, this.windows)) {
      sum += weight * this.voices.logOdds(voice, window);
      weights += weight;
    }
    return weights === 0 ? 0 : sum / weights / 2;
  }

  /** Score of the state "a new voice". Short windows are far from every voice, their own too, so they count less here. */
  private newVoiceScore(block: Block): number {
    const count = this.voices.active.length;
    if (count === 0) return 0;
    if (this.voices.size >= this.options.maxVoices) return -Infinity;
    const covering = weightedOver(block, this.windows);
    const seconds =
      covering.reduce((sum, { window }) => sum + window.seconds, 0) / Math.max(1, covering.length);
    const full = Math.min(1, seconds / this.embedder.windowSec);
    return -(this.options.newVoiceLogOdds * full + this.costOfOneMore()) / 2;
  }

  /** Log-odds that one more voice costs: 0 until there are as many as expected. */
  private costOfOneMore(): number {
    const { expectedVoices, extraVoiceLogOdds } = this.options;
    return this.voices.active.length >= expectedVoices ? extraVoiceLogOdds : 0;
  }

  /** The windows that lie wholly in blocks without a voice, if together they are enough to open one; undefined if not. */
  private openable(unknown: readonly Block[]): Window[] | undefined {
    if (this.voices.size >= this.options.maxVoices) return undefined;
    const inside = new Set(unknown.map((block) => block.index));
    const isInside = (window: Window) => liesWithin(window, inside) && !isImpure(window);
    const windows = this.windows.filter(isInside);
    const covered = new Set(
      unknown.filter((block) => windows.some((w) => covers(w, block))).map((b) => b.index),
    );
    const longEnough = (covered.size * BLOCK_SAMPLES) / SAMPLE_RATE_HZ >= this.options.openSec;
    const isVoice = longEnough && this.isCoherent(windows) && !this.isOnlyVoice(windows);
    return isVoice && this.isUnlikeAll(windows) ? windows : undefined;
  }

  /** False if the sound drifts from one voice to another. */
  private isCoherent(windows: readonly Window[]): boolean {
    const { coherentLogOdds } = this.options;
    return this.voices.logOddsBetween(windows.slice(0, 1), windows.slice(-1)) >= coherentLogOdds;
  }

  /** False if the stretch as a whole could be a known voice. */
  private isUnlikeAll(windows: readonly Window[]): boolean {
    const most = -this.options.openLogOdds - this.costOfOneMore();
    return this.voices.active.every((voice) => this.voices.logOddsOfSegment(voice, windows) <= most);
  }

  /** True if the only known voice may be speaking differently for a while, in another language for example. */
  private isOnlyVoice(windows: readonly Window[]): boolean {
    const { only } = this.voices;
    return only !== undefined && this.voices.logOddsAsOneSegment(only, windows) > 0;
  }

  /** Opens a voice from a stretch that must be decided now, although it is short, if it is very unlike the known voices. */
  private openShort(unknown: readonly Block[]): void {
    const { shortOpenSec, shortLogOdds, maxVoices } = this.options;
    if (this.voices.size >= maxVoices || unknown.length * BLOCK_SAMPLES < shortOpenSec * SAMPLE_RATE_HZ)
      return;
    const windows = this.windows.filter((window) => unknown.some((block) => covers(window, block)));
    const unlike = unknown.every((block) => this.score(block, this.nearestKnown(block)) < -shortLogOdds / 2);
    if (windows.length === 0 || !unlike) return;
    const voice = this.voices.open(windows, (this.segments += 1));
    for (const block of unknown) block.voice = voice;
  }

  /** Opens the first voice from all speech so far. */
  private openFirst(): void {
    this.voices.open(this.windows, (this.segments += 1));
    this.label(this.blocks.filter((block) => !block.frozen));
  }

  private nearestKnown(block: Block): number {
    const active = this.voices.active;
    return active.reduce((best, voice) =>
      this.score(block, voice) > this.score(block, best) ? voice : best,
    );
  }

  /** Lets voices learn from the windows over their frozen blocks, and drops those windows. */
  private learn(): void {
    const firstPending = this.blocks.find((block) => !block.frozen)?.index ?? Infinity;
    const done = new Set(this.windows.filter((window) => window.end <= firstPending * BLOCK_SAMPLES));
    for (const window of done) this.learnFrom(window);
    this.clusters?.recluster(() => this.costOfOneMore());
    this.voices.merge(this.options.mergeLogOdds, this.options.mergeSec);
    this.windows = this.windows.filter((window) => !done.has(window));
  }

  /** Lets a voice learn from a window if all blocks of the window are that voice's and only one person speaks in it. */
  private learnFrom(window: Window): void {
    const [first, ...others] = this.blocks.filter((block) => covers(window, block));
    if (first?.voice === undefined || isImpure(window)) return;
    if (others.some(({ voice, guessed }) => voice !== first.voice || guessed !== first.guessed)) return;
    const voice = this.voices.resolve(first.voice);
    this.clusters?.add(window, first.segment, first.guessed ? undefined : voice);
    const isSure = this.voices.logOdds(voice, window) >= this.options.learnLogOdds;
    if (isSure && !(first.guessed && this.clusters)) this.voices.learn(voice, window, first.segment);
  }

  private forget(): void {
    const newest = this.blocks.at(-1)?.index ?? 0;
    const kept = (REMEMBERED_SEC * SAMPLE_RATE_HZ) / BLOCK_SAMPLES;
    this.blocks = this.blocks.filter((block) => !block.frozen || block.index > newest - kept);
  }
}

function isImpure({ embedding }: Window): boolean {
  return (embedding.overlap ?? 0) >= IMPURE;
}
