/**
 * Who speaks when, online. Sound is labelled in blocks of 0.25 s. Prints of overlapping windows score each voice for the
 * blocks they cover; the likeliest path through the blocks that are not fixed yet gives their labels, with one more
 * state for a voice not heard before. A stretch of that state long enough opens a voice. Labels change until the engine
 * fixes them, which it does when the words on them become final; then the windows teach their voices. Where the embedder
 * knows how prints scatter, what was heard is clustered in hindsight too (voice-clusters.ts).
 */
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import {
  BLOCK_SAMPLES,
  blocksAfter,
  covers,
  liesWithin,
  spanOf,
  weighedOver,
  type Block,
  type Span,
  type Window,
} from './blocks.js';
import { diarizerOptionsFor, type DiarizerOptions } from './diarizer-options.js';
import type { VoiceEmbedder, VoiceEmbedding } from '../embedder/embedder.js';
import { labelPath } from './label-path.js';
import { SpeakerRegistry } from './speaker-registry.js';
import { VoiceClusters } from './voice-clusters.js';

/** Probability of overlapping voices from which a window neither opens nor teaches a voice. */
const OVERLAPPED = 0.4;

export class OnlineDiarizer {
  readonly voices: SpeakerRegistry;
  private blocks: Block[] = [];
  private windows: Window[] = [];
  private readonly clusters: VoiceClusters | undefined;
  private lastFixed: Block | undefined;
  private turns = 0;

  constructor(
    private readonly embedder: Pick<VoiceEmbedder, 'sameVoiceLogOdds' | 'windowSec' | 'population'>,
    private readonly options: DiarizerOptions = diarizerOptionsFor(embedder),
  ) {
    this.voices = new SpeakerRegistry(embedder);
    const { population } = embedder;
    this.clusters = population && new VoiceClusters(this.voices, population, options);
  }

  /** Adds the print of speech `[start, end)` (absolute samples, no pause inside) and labels anew what is not fixed. */
  addWindow(start: number, end: number, print: VoiceEmbedding): void {
    this.windows.push({ start, end, print, seconds: (end - start) / SAMPLE_RATE_HZ });
    this.blocks.push(...blocksAfter(this.blocks.at(-1), start, end));
    this.relabel();
  }

  /** Voice of the block at absolute `sample`, or of the nearest block of speech; undefined before any voice. */
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
   * Labels up to absolute `sample` stay as they are; every one of them has a voice after this.
   * @returns the blocks fixed now.
   */
  fix(sample: number): Span[] {
    const until = Math.ceil(sample / BLOCK_SAMPLES);
    const now = this.blocks.filter((block) => !block.fixed && block.index < until);
    if (now.length === 0) return [];
    if (this.voices.size === 0) this.openFirst();
    else this.openShort(now.filter((block) => block.voice === undefined));
    for (const block of now) this.fixBlock(block);
    this.learn();
    this.forget();
    return now.map((block) => spanOf(block, this.voices.resolve(block.voice!)));
  }

  /** Start of the current voice's uninterrupted blocks; undefined before any. */
  get lastChange(): number | undefined {
    const last = this.blocks.at(-1);
    if (!last) return undefined;
    const before = this.blocks.findLastIndex((block) => block.voice !== last.voice);
    return this.blocks[before + 1]!.index * BLOCK_SAMPLES;
  }

  private fixBlock(block: Block): void {
    const before = this.lastFixed;
    block.guessed = block.voice === undefined;
    block.voice ??= this.nearestKnown(block);
    block.fixed = true;
    const goesOn = before !== undefined && !block.afterPause && before.voice === block.voice;
    block.turn = goesOn ? before.turn : (this.turns += 1);
    this.lastFixed = block;
  }

  private relabel(): void {
    const pending = this.blocks.filter((block) => !block.fixed);
    for (let round = 0; round <= this.options.maxVoices; round += 1) {
      const unknown = this.label(pending);
      const stretch = this.openable(unknown);
      if (!stretch) return;
      this.voices.open(stretch, (this.turns += 1));
    }
  }

  /** Labels the blocks. @returns the blocks that fit no known voice. */
  private label(pending: readonly Block[]): Block[] {
    const active = this.voices.active;
    const { changeCost, changeCostAfterPause } = this.options;
    const path = labelPath(
      pending.map((block) => ({
        scores: [...active.map((voice) => this.score(block, voice)), this.newVoiceScore(block)],
        changeCost: block.afterPause ? changeCostAfterPause : changeCost,
      })),
      this.lastFixed === undefined ? undefined : active.indexOf(this.voices.resolve(this.lastFixed.voice!)),
    );
    pending.forEach((block, i) => (block.voice = active[path[i]!]));
    return pending.filter((block) => block.voice === undefined);
  }

  /** Mean log-odds of the windows over the block, those centred on it counting most. */
  private score(block: Block, voice: number): number {
    let sum = 0;
    let weights = 0;
    for (const { window, weight } of weighedOver(block, this.windows)) {
      sum += weight * this.voices.logOdds(voice, window);
      weights += weight;
    }
    return weights === 0 ? 0 : sum / weights / 2;
  }

  /** Short windows are far from every voice, their own too: they say little for a new one. */
  private newVoiceScore(block: Block): number {
    const count = this.voices.active.length;
    if (count === 0) return 0;
    if (this.voices.size >= this.options.maxVoices) return -Infinity;
    const covering = weighedOver(block, this.windows);
    const seconds =
      covering.reduce((sum, { window }) => sum + window.seconds, 0) / Math.max(1, covering.length);
    const full = Math.min(1, seconds / this.embedder.windowSec);
    return -(this.options.newVoiceLogOdds * full + this.priceOfOne()) / 2;
  }

  /** Log-odds that one more voice costs: nothing until there are as many as expected. */
  private priceOfOne(): number {
    const { expectedVoices, extraVoiceLogOdds } = this.options;
    return this.voices.active.length >= expectedVoices ? extraVoiceLogOdds : 0;
  }

  /** Windows of the longest stretch without a voice, when it is long enough to be one. */
  private openable(unknown: readonly Block[]): Window[] | undefined {
    if (this.voices.size >= this.options.maxVoices) return undefined;
    const inside = new Set(unknown.map((block) => block.index));
    const full = (window: Window) => liesWithin(window, inside) && (window.print.overlap ?? 0) < OVERLAPPED;
    const windows = this.windows.filter(full);
    const seconds = new Set(
      unknown.filter((block) => windows.some((w) => covers(w, block))).map((b) => b.index),
    );
    const longEnough = (seconds.size * BLOCK_SAMPLES) / SAMPLE_RATE_HZ >= this.options.openSec;
    const isVoice = longEnough && this.oneVoice(windows) && !this.isOnlyVoice(windows);
    return isVoice && this.unlikeAll(windows) ? windows : undefined;
  }

  /** False where the sound drifts from one voice to another. */
  private oneVoice(windows: readonly Window[]): boolean {
    return this.voices.alike(windows.slice(0, 1), windows.slice(-1)) >= this.options.coherentLogOdds;
  }

  /** False where the stretch as a whole could be a known voice. */
  private unlikeAll(windows: readonly Window[]): boolean {
    return this.voices.active.every(
      (voice) => this.voices.logOddsOfAll(voice, windows) <= -this.options.openLogOdds - this.priceOfOne(),
    );
  }

  /** True where the only voice so far may speak differently for a while: in another language, say. */
  private isOnlyVoice(windows: readonly Window[]): boolean {
    const { only } = this.voices;
    return only !== undefined && this.voices.logOddsOfTurn(only, windows) > 0;
  }

  /** A stretch that must be decided, too short to be sure of: a new voice if it is very unlike the known ones. */
  private openShort(unknown: readonly Block[]): void {
    const { shortOpenSec, shortLogOdds, maxVoices } = this.options;
    if (this.voices.size >= maxVoices || unknown.length * BLOCK_SAMPLES < shortOpenSec * SAMPLE_RATE_HZ)
      return;
    const windows = this.windows.filter((window) => unknown.some((block) => covers(window, block)));
    const unlike = unknown.every((block) => this.score(block, this.nearestKnown(block)) < -shortLogOdds / 2);
    if (windows.length === 0 || !unlike) return;
    const voice = this.voices.open(windows, (this.turns += 1));
    for (const block of unknown) block.voice = voice;
  }

  /** A first voice from whatever was heard. */
  private openFirst(): void {
    this.voices.open(this.windows, (this.turns += 1));
    this.label(this.blocks.filter((block) => !block.fixed));
  }

  private nearestKnown(block: Block): number {
    const active = this.voices.active;
    return active.reduce((best, voice) =>
      this.score(block, voice) > this.score(block, best) ? voice : best,
    );
  }

  /** Windows whose blocks are all fixed, to one voice, teach it. */
  private learn(): void {
    const firstPending = this.blocks.find((block) => !block.fixed)?.index ?? Infinity;
    const done = new Set(this.windows.filter((window) => window.end <= firstPending * BLOCK_SAMPLES));
    for (const window of done) this.learnFrom(window);
    this.clusters?.review(() => this.priceOfOne());
    this.voices.join(this.options.joinLogOdds, this.options.joinSec);
    this.windows = this.windows.filter((window) => !done.has(window));
  }

  private learnFrom(window: Window): void {
    const [first, ...others] = this.blocks.filter((block) => covers(window, block));
    if (first?.voice === undefined || (window.print.overlap ?? 0) >= OVERLAPPED) return;
    if (others.some(({ voice, guessed }) => voice !== first.voice || guessed !== first.guessed)) return;
    const voice = this.voices.resolve(first.voice);
    this.clusters?.heard(window, first.turn, first.guessed ? undefined : voice);
    const sure = this.voices.logOdds(voice, window) >= this.options.learnLogOdds;
    if (sure && !(first.guessed && this.clusters)) this.voices.learn(voice, window, first.turn);
  }

  /** Blocks fixed long ago are only needed for a while, to find a word's voice. */
  private forget(): void {
    const newest = this.blocks.at(-1)?.index ?? 0;
    const keep = (60 * SAMPLE_RATE_HZ) / BLOCK_SAMPLES;
    this.blocks = this.blocks.filter((block) => !block.fixed || block.index > newest - keep);
  }
}
