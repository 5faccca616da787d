/**
 * Opens a recording: a path, `-` (stdin) or `ffmpeg:<anything>` in, 16 kHz mono int16 chunks out, in bounded memory. The content, not
 * the name, tells the container. Called by run, live, client, eval and the tests.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import { audioErrors } from './audio-errors.js';
import { ByteReader } from './byte-reader.js';
import { convert } from './convert.js';
import { decodeCompressed } from './decode-compressed.js';
import { decodeWithFfmpeg, ffmpegArguments } from './decode-ffmpeg.js';
import { decodeRaw, frameBytes, type RawFormat } from './decode-raw.js';
import { decodeWav } from './decode-wav.js';
import type { DecodedAudio } from './decoded-audio.js';
import { skipId3 } from './id3.js';
import type { ChannelChoice } from './pcm.js';
import {
  couldBeSamples,
  describeBytes,
  isPlainText,
  MAGIC_BYTES,
  SNIFF_BYTES,
  sniffContainer,
} from './sniff.js';

/** `ffmpeg:` and a URL or device that ffmpeg reads, or its input options: `ffmpeg:-f pulse -i default`. */
const FFMPEG_PREFIX = 'ffmpeg:';

/** Names of headerless PCM16 files. A file with such a name and a header is what the header says. */
const RAW_NAME = /\.(raw|pcm|s16|s16le)$/i;

const DEFAULT_RAW: RawFormat = { encoding: 'pcm16', sampleRateHz: SAMPLE_RATE_HZ, channels: 1 };

export interface OpenAudioOptions {
  /** One channel counted from 0, or the average of all. Default `mix`, which adds a warning if there are several. */
  channel?: ChannelChoice;
  /**
   * Format of the bytes, which are then samples from the first byte on, whatever they look like. Default: the format is told from
   * the content, and headerless bytes on stdin or in a .raw, .pcm or .s16 file are PCM16 at 16 kHz, mono.
   */
  raw?: RawFormat;
  /** Where `-` reads from. Default the process's stdin. */
  stdin?: AsyncIterable<Uint8Array>;
}

/** What the file holds, before conversion. */
export interface AudioDescription {
  container: string;
  sampleRateHz: number;
  channels: number;
  /** From the header or the size of the file; undefined for pipes and for formats that do not tell. */
  durationSec?: number;
}

export interface AudioSource {
  /** The path as given, or `stdin`. */
  name: string;
  description: AudioDescription;
  /** Sentences for stderr: channels mixed, file cut off, … The list is complete once `chunks` has ended. */
  warnings: string[];
  /** `[samples]` int16, 16 kHz mono, in chunks of any size. May be consumed once; leaving the loop early closes the file. */
  chunks(): AsyncIterable<Int16Array>;
  /** Closes a source whose `chunks` will not be consumed. */
  close(): Promise<void>;
}

/** The channels wanted, or a function that chooses them once their number is known. Its errors reject the opening. */
export type ChannelsWanted = readonly ChannelChoice[] | ((channels: number) => readonly ChannelChoice[]);

/** As `AudioSource`, but each chunk has one array for each channel wanted, all of one length. */
export interface MultiAudioSource extends Omit<AudioSource, 'chunks'> {
  chunks(): AsyncIterable<Int16Array[]>;
}

export async function openAudio(input: string, options: OpenAudioOptions = {}): Promise<AudioSource> {
  const choice = options.channel ?? 'mix';
  const source = await openAudioChannels(input, [choice], options);
  const { channels } = source.description;
  if (channels > 1 && options.channel === undefined) {
    source.warnings.unshift(
      `${source.name} has ${channels} channels; they are mixed into one. Use --channel 0 to ${channels - 1} for one of them.`,
    );
  }
  return {
    ...source,
    async *chunks() {
      for await (const [samples] of source.chunks()) yield samples!;
    },
  };
}

/** Opens several channels of one recording, for example `[0, 1]` for caller and agent of a two-channel call. */
export async function openAudioChannels(
  input: string,
  wanted: ChannelsWanted,
  options: Omit<OpenAudioOptions, 'channel'> = {},
): Promise<MultiAudioSource> {
  const name = input === '-' ? 'stdin' : input;
  const decoded = await decode(input, name, options);
  const { container, sampleRateHz, channels, frames, warnings } = decoded;
  let choices: readonly ChannelChoice[];
  try {
    choices = typeof wanted === 'function' ? wanted(channels) : wanted;
    checkChannels(choices, channels, name);
  } catch (error) {
    await decoded.close();
    throw error;
  }
  return {
    name,
    description: {
      container,
      sampleRateHz,
      channels,
      ...(frames === undefined ? {} : { durationSec: frames / sampleRateHz }),
    },
    warnings,
    chunks: () => convert(decoded, choices, name),
    close: () => decoded.close(),
  };
}

function checkChannels(choices: readonly ChannelChoice[], channels: number, name: string): void {
  for (const choice of choices) {
    const wrong = choice !== 'mix' && !(Number.isInteger(choice) && choice >= 0 && choice < channels);
    if (wrong) throw audioErrors.noSuchChannel(name, choice, channels);
  }
}

async function decode(
  input: string,
  name: string,
  options: Omit<OpenAudioOptions, 'channel'>,
): Promise<DecodedAudio> {
  if (input.startsWith(FFMPEG_PREFIX)) {
    return await decodeWithFfmpeg(
      name,
      'an ffmpeg source',
      ffmpegArguments(input.slice(FFMPEG_PREFIX.length)),
    );
  }
  const fileBytes = input === '-' ? undefined : await sizeOf(input);
  const bytes =
    input === '-' ? (options.stdin ?? process.stdin) : createReadStream(input, { highWaterMark: 1 << 18 });
  const reader = new ByteReader(bytes as AsyncIterable<Uint8Array>);
  try {
    return await decodeContent(reader, input, name, fileBytes, options);
  } catch (error) {
    await reader.close();
    throw error;
  }
}

async function decodeContent(
  reader: ByteReader,
  input: string,
  name: string,
  fileBytes: number | undefined,
  options: Omit<OpenAudioOptions, 'channel'>,
): Promise<DecodedAudio> {
  const raw = options.raw ?? DEFAULT_RAW;
  const headerless = input === '-' || RAW_NAME.test(input);
  // A pipe may deliver its first sound slowly, so only a few bytes are awaited: they suffice for most recordings.
  const start = await reader
    .peek(MAGIC_BYTES)
    .catch((cause: unknown) => Promise.reject(audioErrors.notReadable(name, cause)));
  if (start.length === 0) throw input === '-' ? audioErrors.emptyPipe() : audioErrors.emptyFile(name);
  if (options.raw || headerless) {
    if (start.length < frameBytes(raw)) throw audioErrors.noSamples(name);
    if (options.raw || couldBeSamples(start)) return decodeRaw(reader, name, raw);
  }
  const tagged = await skipId3(reader);
  const head = await reader.peek(SNIFF_BYTES);
  const { container, label } = sniffContainer(head);
  switch (container) {
    case 'wav': {
      const decoded = await decodeWav(reader, name, fileBytes);
      if ('blocks' in decoded) return decoded;
      const codec = `WAV of format 0x${decoded.formatTag.toString(16).padStart(4, '0')}`;
      return await decodeAnew(reader, input, name, fileBytes, codec);
    }
    case 'flac':
    case 'mp3':
    case 'ogg-opus':
    case 'ogg-vorbis':
      return await decodeCompressed(reader, name, container, label);
    case 'other':
      return await decodeAnew(reader, input, name, fileBytes, label);
    case 'text':
    case 'unknown':
      // After a tag the sound of an MP3 may begin late; its decoder searches for it.
      if (tagged) return await decodeCompressed(reader, name, 'mp3', 'MP3');
      if (headerless && !isPlainText(head)) return decodeRaw(reader, name, raw);
      if (container === 'text') throw input === '-' ? audioErrors.pipeIsText() : audioErrors.isText(name);
      throw audioErrors.unknownContainer(name, describeBytes(head));
  }
}

/** Lets ffmpeg open the recording a second time, which a pipe does not allow. */
async function decodeAnew(
  reader: ByteReader,
  input: string,
  name: string,
  fileBytes: number | undefined,
  label: string,
): Promise<DecodedAudio> {
  if (fileBytes === undefined) throw audioErrors.needsFile(name, label);
  await reader.close();
  return await decodeWithFfmpeg(name, label, ['-i', `file:${input}`]);
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const info = await stat(path);
    if (info.isDirectory()) throw audioErrors.isDirectory(path);
    // The size of a named pipe means nothing.
    if (!info.isFile()) return undefined;
    if (info.size === 0) throw audioErrors.emptyFile(path);
    return info.size;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw audioErrors.notFound(path);
    if (code === 'EACCES' || code === 'EPERM') throw audioErrors.notReadable(path, error);
    throw error;
  }
}
