/**
 * Decodes all other formats (m4a, AMR, WebM, …) with the ffmpeg on PATH, which writes a float WAV into a pipe: no AAC decoder with a
 * permissive licence exists for Node (docs/decisions/2026-11-21-audio-decoders.md). Also reads `ffmpeg:<anything>`, which may be a
 * device or a URL.
 */
import { spawn } from 'node:child_process';
import { audioErrors } from './audio-errors.js';
import { ByteReader } from './byte-reader.js';
import { decodeWav } from './decode-wav.js';
import type { DecodedAudio } from './decoded-audio.js';

/** Starts ffmpeg on `args` (its input options, e.g. `-i call.m4a`) and decodes what it writes. */
export async function decodeWithFfmpeg(name: string, label: string, args: string[]): Promise<DecodedAudio> {
  const child = spawn(
    'ffmpeg',
    ['-v', 'error', '-nostdin', ...args, '-vn', '-c:a', 'pcm_f32le', '-f', 'wav', '-'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, 2_000);
  });
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // Whoever awaits `exited` later gets the error; without this Node would report it as unhandled until then.
  exited.catch(() => {});
  const reader = new ByteReader(child.stdout as AsyncIterable<Uint8Array>);
  const failure = async (): Promise<Error> => {
    try {
      await exited;
    } catch {
      return audioErrors.needsFfmpeg(name, label);
    }
    return audioErrors.ffmpegFailed(name, firstLine(complaint));
  };
  if ((await reader.peek(12)).length < 12) throw await failure();
  const decoded = await decodeWav(reader, name, undefined);
  if (!('blocks' in decoded)) throw await failure();
  return {
    ...decoded,
    container: label,
    async *blocks() {
      yield* decoded.blocks();
      if ((await exited) !== 0) {
        decoded.warnings.push(
          `${name}: ffmpeg stopped early: ${firstLine(complaint)}; what it gave is used.`,
        );
      }
    },
    async close() {
      child.kill('SIGKILL');
      await reader.close();
    },
  };
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0]?.replace(/\.$/, '') ?? '';
}

/** ffmpeg's input options: `call.mkv` becomes `-i call.mkv`; a text that begins with `-` is split as a command line, with quotes. */
export function ffmpegArguments(text: string): string[] {
  if (!text.startsWith('-')) return ['-i', text];
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? match[3]!);
}
