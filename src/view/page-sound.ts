/**
 * The sound inside the page. A file that browsers play is taken as it is if it is small; anything else becomes a WAV of mu-law
 * at 16 kHz, half the bytes of PCM16 and played by every browser. A recording too long for either is linked.
 */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import alawmulaw from 'alawmulaw';
import { plainWavHeader } from '../audio/wav-header.js';
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import type { AudioData } from './view-data.js';

/**
 * Most bytes of sound in a page: 17 minutes of one channel, 8 of two. As base64 they make the page a third larger. Chosen by
 * hand.
 */
export const MOST_SOUND_BYTES = 16 * 1024 * 1024;
/** A WAV above this is embedded as mu-law instead. Chosen by hand. */
const MOST_WAV_BYTES = 3 * 1024 * 1024;

const MULAW_TAG = 7;
/** Types of files that Chromium, Firefox and Safari play. */
const PLAYED: Readonly<Record<string, string>> = {
  WAV: 'audio/wav',
  FLAC: 'audio/flac',
  MP3: 'audio/mpeg',
  'Ogg Opus': 'audio/ogg',
  'Ogg Vorbis': 'audio/ogg',
};

/** Interleaves and codes the channels as they come; gives up once they are too long for a page. */
export class MulawWav {
  private readonly parts: Uint8Array[] = [];
  private bytes = 0;

  constructor(private readonly channels: number) {}

  /** @param chunk one array for each channel, equally long. */
  push(chunk: readonly Int16Array[]): void {
    if (this.bytes > MOST_SOUND_BYTES) return;
    const mixed = new Int16Array(chunk[0]!.length * this.channels);
    chunk.forEach((samples, channel) => {
      for (let i = 0; i < samples.length; i++) mixed[i * this.channels + channel] = samples[i]!;
    });
    this.parts.push(alawmulaw.mulaw.encode(mixed));
    this.bytes += mixed.length;
  }

  /** @returns the WAV, or undefined if it is too long. */
  finish(): Buffer | undefined {
    if (this.bytes > MOST_SOUND_BYTES) return undefined;
    const format = {
      formatTag: MULAW_TAG,
      channels: this.channels,
      sampleRateHz: SAMPLE_RATE_HZ,
      bitsPerSample: 8,
    };
    return Buffer.concat([plainWavHeader(format, this.bytes), ...this.parts]);
  }
}

export interface SoundSource {
  /** Path of the recording, or what stands for one: `-`, `ffmpeg:…`. */
  readonly input: string;
  /** Name of the container, from the decoder. */
  readonly container: string;
  /** Folder of the page, to which a link is relative. */
  readonly pageFolder: string;
  /** True: link the file in any case. */
  readonly link: boolean;
}

export async function soundOfPage(source: SoundSource, coded: MulawWav): Promise<AudioData> {
  const type = PLAYED[source.container];
  if (!source.link) {
    const bytes = type === undefined ? undefined : await smallFile(source);
    if (bytes) return embedded(type!, bytes, 'The sound is in this page as it was recorded.');
    const wav = coded.finish();
    if (wav) return embedded('audio/wav', wav, 'The sound is in this page, as mu-law at 16 kHz.');
  }
  return linked(source, type !== undefined);
}

async function smallFile({ input, container }: SoundSource): Promise<Buffer | undefined> {
  const limit = container === 'WAV' ? MOST_WAV_BYTES : MOST_SOUND_BYTES;
  const size = await stat(input).then(
    (found) => found.size,
    () => Infinity,
  );
  return size <= limit ? await readFile(input) : undefined;
}

function embedded(type: string, bytes: Buffer, note: string): AudioData {
  return { src: `data:${type};base64,${bytes.toString('base64')}`, note };
}

function linked({ input, pageFolder }: SoundSource, played: boolean): AudioData {
  if (!played)
    return {
      src: '',
      note: `The sound of ${input} is not in this page: it is too long, and no browser plays the file.`,
    };
  const relative = path.relative(pageFolder, path.resolve(input));
  const src = relative.split(path.sep).map(encodeURIComponent).join('/');
  return { src, note: `The sound is ${relative}, which must stay where it is beside this page.` };
}
