/** The sound of a turn for scorers that judge by sound alone. */
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import type { EotPause } from './scorer.js';

/**
 * The sound of the turn without what came before it, as such models are trained. Where the turn began is not stored, so its
 * length is estimated: 1.5 times its speech, its silence, and 1 s. Chosen by hand: more lets other turns in, less cuts turns
 * with long pauses.
 */
export function turnAudio({ audio, silenceSec, turnSpeechSec }: EotPause): Float32Array {
  const longest = Math.ceil((turnSpeechSec * 1.5 + silenceSec + 1) * SAMPLE_RATE_HZ);
  return audio.subarray(Math.max(0, audio.length - longest));
}

/** The sound of the turn up to `tailSec` after its last speech, for a model that was trained on sound ending there. */
export function turnAudioTo(pause: EotPause, tailSec: number): Float32Array {
  return endingAt(tailSec, turnAudio(pause), pause.silenceSec);
}

/** Cuts `audio`, which ends with `silenceSec` of silence, `tailSec` after its last speech. */
export function endingAt(tailSec: number, audio: Float32Array, silenceSec: number): Float32Array {
  const later = Math.max(0, Math.round((silenceSec - tailSec) * SAMPLE_RATE_HZ));
  return audio.subarray(0, Math.max(0, audio.length - later));
}
