/** What a scorer that hears sound alone is given of a pause. */
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import type { EotPause } from './scorer.js';

/** The sound of the turn without what came before it, as such models are trained; pauses inside a turn are not kept apart. */
export function turnAudio({ audio, silenceSec, turnSpeechSec }: EotPause): Float32Array {
  const longest = Math.ceil((turnSpeechSec * 1.5 + silenceSec + 1) * SAMPLE_RATE_HZ);
  return audio.subarray(Math.max(0, audio.length - longest));
}

/** The same, ending `tailSec` after the last speech: a model trained on ends at that place hears no other. */
export function turnAudioTo(pause: EotPause, tailSec: number): Float32Array {
  return endingAt(tailSec, turnAudio(pause), pause.silenceSec);
}

/** `audio`, of which the last `silenceSec` are silence, without what comes later than `tailSec` after the last speech. */
export function endingAt(tailSec: number, audio: Float32Array, silenceSec: number): Float32Array {
  const later = Math.max(0, Math.round((silenceSec - tailSec) * SAMPLE_RATE_HZ));
  return audio.subarray(0, Math.max(0, audio.length - later));
}
