/** Check of `turnwire doctor` on the microphone: opens it for a moment and says what came. */
import { installHint, samplesFromBytes } from '../../audio/index.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { microphoneProgram, openMicrophone } from '../machine/microphone.js';
import { soundLevel } from '../session/sound-level.js';
import type { Check } from './check.js';

/** Sound that is enough to judge, in seconds. */
const ENOUGH_SEC = 0.5;
/** How long to wait for it, in wall ms: a device that is busy or asleep may open and deliver nothing. */
const PATIENCE_MS = 3000;

export async function checkMicrophone(): Promise<Check> {
  const program = microphoneProgram();
  if (program === undefined) {
    const detail = `no sox, rec or arecord on PATH; live needs one: ${installHint('sox')}`;
    return { name: 'microphone', status: 'warn', detail };
  }
  const { samples, failure } = await listen(program);
  const seconds = samples.length / SAMPLE_RATE_HZ;
  const { rms, peak } = soundLevel(samples);
  const data = { program, seconds, rms, peak };
  const at = { name: 'microphone', data };
  if (failure !== undefined) return { ...at, status: 'warn', detail: failure };
  if (seconds === 0) {
    return { ...at, status: 'warn', detail: `${program} gave no sound within ${PATIENCE_MS / 1000} s` };
  }
  const heard = `through ${program}: ${seconds.toFixed(1)} s of sound`;
  if (peak === 0) {
    return {
      ...at,
      status: 'warn',
      detail: `${heard}, all of it zero: the microphone is muted or not connected`,
    };
  }
  return { ...at, status: 'ok', detail: `${heard} at ${(20 * Math.log10(rms)).toFixed(0)} dBFS` };
}

async function listen(recorder: string): Promise<{ samples: Int16Array; failure: string | undefined }> {
  const microphone = openMicrophone({ recorder });
  const timer = setTimeout(() => microphone.stop(), PATIENCE_MS);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of microphone.bytes()) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= ENOUGH_SEC * SAMPLE_RATE_HZ * 2) break;
  }
  clearTimeout(timer);
  microphone.stop();
  const whole = Buffer.concat(parts);
  return { samples: samplesFromBytes(whole.subarray(0, bytes - (bytes % 2))), failure: microphone.failure };
}
