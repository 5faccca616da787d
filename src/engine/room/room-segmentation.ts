/**
 * What the segmentation network hears in a room: where two voices speak at once and who the second one is, and speech that is too
 * quiet for voice activity. Each detection replaces the newest frames, because it has more of the sound that follows them.
 */
import { mean } from '../../dsp/numeric.js';
import type { Inference } from '../../inference/kernel.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { BLOCK_SAMPLES, type Segment } from '../../voices/diarizer/blocks.js';
import {
  MIN_SEGMENTATION_SAMPLES,
  MOST_SEGMENTATION_SAMPLES as WINDOW_SAMPLES,
  SEGMENTATION_FRAME_SAMPLES as FRAME_SAMPLES,
  segmentationNetwork,
} from '../../voices/segmentation-network.js';
import type { AudioWindow } from '../session/audio-window.js';

/** A segment is overlapped if its mean probability of two voices is at least this. Raising it: fewer, surer overlaps. */
const OVERLAPPED = 0.4;
/** Probability of speech from which a frame is speech. Raising it: quiet speech is missed, less noise is taken for it. */
const SPEAKS = 0.6;
/** How far from an overlap its second voice must have spoken, seconds. Chosen by hand. Raising it: more second voices, less surely. */
const REACH_SEC = 15;
/**
 * Newest part of a detection, in samples; only its result is used. It holds the last hop, the end that the previous detection did
 * not reach, and a pause.
 */
const NEW_SAMPLES = 2.5 * SAMPLE_RATE_HZ;
/** How far back frames are remembered, seconds: as far as the diarizer's labels. */
const REMEMBERED_SEC = 60;

interface Frame {
  readonly speech: number;
  readonly overlap: number;
}

export class RoomSegmentation {
  /** Frames by index: frame `i` is about the sound from absolute sample `i * FRAME_SAMPLES` on. */
  private readonly frames = new Map<number, Frame>();

  constructor(
    private readonly inference: Inference,
    private readonly audio: AudioWindow,
  ) {}

  /** Detects who speaks in the newest sound, up to absolute `sample`. */
  async detect(sample: number): Promise<void> {
    const first = Math.max(0, Math.ceil((sample - WINDOW_SAMPLES) / FRAME_SAMPLES));
    const sound = this.audio.slice(first * FRAME_SAMPLES, sample);
    if (sound.length < MIN_SEGMENTATION_SAMPLES) return;
    const { speech, overlap } = await this.inference.call(segmentationNetwork, sound);
    // An earlier detection had more of the sound before the oldest frames.
    const oldest = first === 0 ? 0 : Math.floor((sample - NEW_SAMPLES) / FRAME_SAMPLES) - first;
    for (let i = Math.max(0, oldest); i < speech.length; i += 1) {
      this.frames.set(first + i, { speech: speech[i]!, overlap: overlap[i]! });
    }
    this.forget(sample);
  }

  /** Mean probability of two voices over `[start, end)`; undefined if no detection has covered it. */
  overlapIn(start: number, end: number): number | undefined {
    const found: number[] = [];
    for (let i = Math.floor(start / FRAME_SAMPLES); i * FRAME_SAMPLES < end; i += 1) {
      const frame = this.frames.get(i);
      if (frame) found.push(frame.overlap);
    }
    return mean(found);
  }

  /** True if somebody speaks at absolute `sample`, however quietly. */
  hasSpeechAt(sample: number): boolean {
    return (this.frames.get(Math.floor(sample / FRAME_SAMPLES))?.speech ?? 0) >= SPEAKS;
  }

  /**
   * The second voice of a segment: the nearest other voice before or after it. Undefined if one person speaks alone there.
   * @param voiceAt the voice at an absolute sample
   */
  secondVoice(
    { start, end, voice }: Segment,
    voiceAt: (sample: number) => number | undefined,
  ): number | undefined {
    return this.isOverlapped(start, end) ? nearestVoice((start + end) / 2, voiceAt, voice) : undefined;
  }

  /** The two voices nearest to `[start, end)`, the nearer one first, if two speak there; undefined if not, or if fewer are known. */
  pairIn(
    start: number,
    end: number,
    voiceAt: (sample: number) => number | undefined,
  ): readonly [number, number] | undefined {
    if (!this.isOverlapped(start, end)) return undefined;
    const middle = (start + end) / 2;
    const first = voiceAt(middle) ?? nearestVoice(middle, voiceAt);
    const second = first === undefined ? undefined : nearestVoice(middle, voiceAt, first);
    return second === undefined ? undefined : [first!, second];
  }

  private isOverlapped(start: number, end: number): boolean {
    return (this.overlapIn(start, end) ?? 0) >= OVERLAPPED;
  }

  private forget(sample: number): void {
    const oldest = (sample - REMEMBERED_SEC * SAMPLE_RATE_HZ) / FRAME_SAMPLES;
    for (const index of this.frames.keys()) if (index < oldest) this.frames.delete(index);
  }
}

/** The voice nearest to absolute `sample` within reach, other than `except`. */
function nearestVoice(
  sample: number,
  voiceAt: (sample: number) => number | undefined,
  except?: number,
): number | undefined {
  for (let away = BLOCK_SAMPLES; away <= REACH_SEC * SAMPLE_RATE_HZ; away += BLOCK_SAMPLES) {
    for (const place of [sample - away, sample + away]) {
      const voice = voiceAt(place);
      if (voice !== undefined && voice !== except) return voice;
    }
  }
  return undefined;
}
