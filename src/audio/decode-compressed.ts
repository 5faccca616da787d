/**
 * Decodes FLAC, MP3, Ogg Opus and Ogg Vorbis with the WebAssembly decoders of wasm-audio-decoders (MIT), piece by piece, so that
 * memory does not grow with the length of the recording. Why these decoders: docs/decisions/2026-11-21-audio-decoders.md.
 */
import { TurnwireError } from '../protocol/errors.js';
import { audioErrors } from './audio-errors.js';
import type { ByteReader } from './byte-reader.js';
import type { DecodedAudio } from './decoded-audio.js';
import { beginsMono, HEADER_BYTES } from './mpeg-frame.js';
import { OggPages } from './ogg-pages.js';
import { promisedFrames } from './promised-length.js';
import { quietly } from './quiet-decoders.js';
import type { Container } from './sniff.js';

export type CompressedContainer = Extract<Container, 'flac' | 'mp3' | 'ogg-opus' | 'ogg-vorbis'>;

/** Compressed bytes handed to a decoder at once. */
const BLOCK_BYTES = 1 << 15;
/** Samples that one fault counts as lost: those of an MP3 frame. */
const FRAME_SAMPLES = 1152;
/** Fewer faults than this count as one damaged place, however short the file is. Chosen by hand. */
const MANY_FAULTS = 20;

interface Decoded {
  channelData: Float32Array[];
  samplesDecoded: number;
  sampleRate: number;
  errors: { message: string }[];
}

/** What all four decoders have in common. */
interface Decoder {
  ready: Promise<void>;
  decode(bytes: Uint8Array): Decoded | Promise<Decoded>;
  flush?(): Promise<Decoded>;
  free(): void;
}

const LOADERS: Record<CompressedContainer, () => Promise<Decoder>> = {
  flac: async () => new (await import('@wasm-audio-decoders/flac')).FLACDecoder(),
  mp3: async () => new (await import('mpg123-decoder')).MPEGDecoder({ enableGapless: true }),
  'ogg-opus': async () => new (await import('ogg-opus-decoder')).OggOpusDecoder(),
  'ogg-vorbis': async () => new (await import('@wasm-audio-decoders/ogg-vorbis')).OggVorbisDecoder(),
};

/** Samples that an MP3 decoder may leave out at the start: two frames. */
const MP3_SLACK = 2 * FRAME_SAMPLES;

/**
 * Zeros put behind a FLAC: without them its decoder leaves out a last frame of a few bytes (digital silence, up to a quarter of a
 * second). They do not change the checksum of that frame.
 */
const AFTER_FLAC = new Uint8Array(16);

/** Decodes up to the first sound to learn the rate and the channels. The rest is decoded while `blocks` is consumed. */
export async function decodeCompressed(
  reader: ByteReader,
  name: string,
  container: CompressedContainer,
  label: string,
): Promise<DecodedAudio> {
  const frames = await promisedFrames(reader);
  // The MP3 decoder gives a mono recording as two equal channels.
  const isMono = container === 'mp3' && beginsMono(await reader.peek(HEADER_BYTES));
  const decoder = await LOADERS[container]();
  await decoder.ready;
  const warnings: string[] = [];
  const pieces = decodePieces(reader, decoder, name, label, warnings);
  const first = await pieces.next();
  if (first.done) throw audioErrors.noSamples(name);
  const channelsOf = ({ channelData }: Decoded) => (isMono ? channelData.slice(0, 1) : channelData);
  const { sampleRate } = first.value;
  const channelData = channelsOf(first.value);
  return {
    container: label,
    sampleRateHz: sampleRate,
    channels: channelData.length,
    frames,
    warnings,
    async close() {
      await pieces.return(undefined);
      await reader.close();
    },
    async *blocks() {
      let decoded = channelData[0]!.length;
      yield channelData;
      for await (const piece of pieces) {
        decoded += piece.channelData[0]!.length;
        yield channelsOf(piece);
      }
      if (frames !== undefined && decoded < frames - (container === 'mp3' ? MP3_SLACK : 0)) {
        const seconds = (count: number): string => `${(count / sampleRate).toFixed(1)} s`;
        warnings.push(
          `${name} is cut off or damaged: it promises ${seconds(frames)} and ${seconds(decoded)} could be decoded; what is there is used.`,
        );
      }
    },
  };
}

async function* decodePieces(
  reader: ByteReader,
  decoder: Decoder,
  name: string,
  label: string,
  warnings: string[],
): AsyncGenerator<Decoded> {
  let faults = 0;
  let samples = 0;
  const pages = label.startsWith('Ogg') ? new OggPages() : undefined;
  const checked = (decoded: Decoded): Decoded | undefined => {
    if (decoded.errors.length > 0 && faults === 0) {
      warnings.push(
        `${name}: a piece of the ${label} is damaged (${decoded.errors[0]!.message}) and is left out.`,
      );
    }
    faults += decoded.errors.length;
    samples += decoded.samplesDecoded;
    if (faults >= MANY_FAULTS && faults * FRAME_SAMPLES > samples)
      throw audioErrors.mostlyFaults(name, label, decoded.errors.at(-1)!.message);
    return decoded.channelData.length > 0 && decoded.channelData[0]!.length > 0 ? decoded : undefined;
  };
  try {
    for (;;) {
      const bytes = await reader.read(BLOCK_BYTES);
      if (bytes.length === 0) break;
      const whole = pages?.push(bytes) ?? bytes;
      if (whole.length === 0) continue;
      const decoded = checked(await quietly(() => decoder.decode(whole)));
      if (decoded) yield decoded;
    }
    const behind = label === 'FLAC' ? AFTER_FLAC : pages?.rest();
    if (behind && behind.length > 0) {
      const last = checked(await quietly(() => decoder.decode(behind)));
      if (last) yield last;
    }
    const rest = decoder.flush && checked(await quietly(() => decoder.flush!()));
    if (rest) yield rest;
    if (pages?.isWithinPage)
      warnings.push(`${name} is cut off: it ends within a page of ${label}; what is there is used.`);
  } catch (error) {
    if (error instanceof TurnwireError) throw error;
    throw audioErrors.decode(name, label, error);
  } finally {
    decoder.free();
  }
}
