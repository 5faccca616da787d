/**
 * The microphone, read through node-record-lpcm16 1.0.1, which starts sox, rec or arecord. The library crashes when the program
 * does not start, and reports other failures as a bare string. Both are caught here and become one sentence.
 */
import recorderLibrary from 'node-record-lpcm16';
import { installHint } from '../../audio/index.js';
import { TurnwireError } from '../../protocol/errors.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { isOnPath } from './program-on-path.js';

/** Recorders in order of preference; each writes 16 kHz mono PCM16 to a pipe. */
const RECORDERS = ['sox', 'rec', 'arecord'] as const;

export interface Microphone {
  /** Name for people: `microphone (sox)`. */
  readonly name: string;
  /** The recorder's output as it arrives; ends when the recorder ends. */
  bytes(): AsyncIterable<Uint8Array>;
  /** Bytes that have arrived and were not read yet. */
  readonly waitingBytes: number;
  stop(): void;
  /** Why the recorder ended although nobody stopped it; undefined after `stop` or exit code 0. */
  readonly failure: string | undefined;
  /** The last line that the recorder wrote to stderr; undefined if it wrote none. */
  readonly lastWords: string | undefined;
}

/** @throws TurnwireError when no program is on PATH. */
export function openMicrophone(options: { recorder?: string; device?: string }): Microphone {
  const recorder = chooseRecorder(options.recorder);
  const recording = recorderLibrary.record({
    recorder,
    sampleRate: SAMPLE_RATE_HZ,
    channels: 1,
    audioType: 'raw',
    ...(options.device !== undefined && { device: options.device }),
  });
  const { process: child } = recording;
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let ended = false;
  let stopped = false;
  let failure: string | undefined;
  let complaint = '';
  let wake = (): void => {};
  // The pipe is emptied at once: a recorder that blocks on a full pipe loses samples.
  recording.stream().on('data', (bytes: Uint8Array) => {
    waiting.push(bytes);
    waitingBytes += bytes.length;
    wake();
  });
  recording.stream().on('error', () => {});
  child.stderr?.on('data', (text: Buffer) => (complaint = (complaint + text.toString()).slice(-500)));
  const finish = (why: string | undefined): void => {
    if (ended) return;
    ended = true;
    if (!stopped) failure = why;
    wake();
  };
  child.on('error', (error) => finish(`${recorder} could not be started: ${error.message}`));
  child.on('close', (code, signal) => {
    const how = signal ? `was ended by ${signal}` : `ended with exit code ${code}`;
    const said = lastLine(complaint);
    finish(code === 0 ? undefined : `the microphone program ${recorder} ${how}${said ? ` (${said})` : ''}`);
  });
  return {
    name: `microphone (${recorder})`,
    get failure() {
      return failure;
    },
    get lastWords() {
      return lastLine(complaint);
    },
    get waitingBytes() {
      return waitingBytes;
    },
    stop() {
      stopped = true;
      child.kill();
    },
    async *bytes() {
      for (;;) {
        const next = waiting;
        waiting = [];
        for (const bytes of next) {
          waitingBytes -= bytes.length;
          yield bytes;
        }
        if (waiting.length > 0) continue;
        if (ended) return;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

/** Progress lines end with a carriage return. */
function lastLine(text: string): string | undefined {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .findLast((line) => line !== '');
}

function chooseRecorder(wanted: string | undefined): string {
  if (wanted !== undefined && !RECORDERS.includes(wanted as (typeof RECORDERS)[number])) {
    throw new TurnwireError(
      'usage',
      'unknown_recorder',
      `unknown recorder '${wanted}': choose ${RECORDERS.join(', ')}`,
    );
  }
  const found = (wanted === undefined ? RECORDERS : [wanted]).find((name) => isOnPath(name));
  if (found) return found;
  const missing = wanted ?? RECORDERS.join(', ');
  throw new TurnwireError(
    'source',
    'no_microphone_program',
    `no microphone program on PATH (${missing}): install one with ${installHint('sox')}, or give a recording with --input`,
  );
}

export function microphoneProgram(): string | undefined {
  return RECORDERS.find((name) => isOnPath(name));
}
