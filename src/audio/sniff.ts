/** Tells the container from the first bytes. The name of the file does not matter: a FLAC named .wav is a FLAC. */
import { tagBytes } from './id3.js';
import { hasSync, sniffFrames } from './mpeg-frame.js';

export type Container = 'wav' | 'flac' | 'mp3' | 'ogg-opus' | 'ogg-vorbis' | 'other' | 'text' | 'unknown';

/** Bytes that `sniffContainer` needs: two frames of any MP3. */
export const SNIFF_BYTES = 4096;

/** Bytes that `couldBeSamples` needs. */
export const MAGIC_BYTES = 12;

/**
 * This many bytes of text cannot be sound: as PCM16 every sample of them would be positive and a quarter of full scale or more.
 */
const TEXT_BYTES = 1024;

export interface Sniffed {
  container: Container;
  /** Name of the format in a sentence; for `other` the format that ffmpeg must read. */
  label: string;
}

/** Formats that are decoded by ffmpeg, with the extensions of their files. */
const THROUGH_FFMPEG: readonly (readonly [at: number, magic: string, label: string, extensions?: string])[] =
  [
    [4, 'ftyp', 'MPEG-4 (AAC)', 'm4a|m4b|mp4|mov|3gp'],
    [0, 'FORM', 'AIFF', 'aif|aiff|aifc'],
    [0, 'caff', 'Core Audio', 'caf'],
    [0, '#!AMR', 'AMR', 'amr|awb'],
    [0, '\x1a\x45\xdf\xa3', 'WebM or Matroska', 'webm|mka|mkv'],
    [0, '\x30\x26\xb2\x75', 'Windows Media', 'wma|asf'],
    [0, 'RIFX', 'big-endian WAV'],
    [8, 'AVI ', 'AVI', 'avi'],
    [0, 'RIFF', 'a RIFF file that is no WAV'],
    [0, 'riff', 'Wave64', 'w64'],
    [0, '.snd', 'Sun AU', 'au|snd'],
  ];

const EXTENSIONS = [
  'wav|flac|mp3|ogg|opus|oga|aac|raw|pcm|s16|s16le',
  ...THROUGH_FFMPEG.flatMap(([, , , extensions]) => extensions ?? []),
];

/** Extensions by which recordings in a folder are found. A file that a person names is opened whatever its extension. */
export const AUDIO_EXTENSION = new RegExp(`\\.(${EXTENSIONS.join('|')})$`, 'i');

export function sniffContainer(head: Uint8Array): Sniffed {
  const byMagic = sniffMagic(head);
  if (byMagic) return byMagic;
  const label = sniffFrames(head);
  if (label) return { container: label === 'MP3' ? 'mp3' : 'other', label };
  return looksLikeText(head)
    ? { container: 'text', label: 'text' }
    : { container: 'unknown', label: 'unknown' };
}

/**
 * True if the first bytes may be headerless PCM16, which is assumed of stdin and of .raw, .pcm and .s16 files. If false, more
 * bytes are worth waiting for; nearly all sound passes at once.
 */
export function couldBeSamples(start: Uint8Array): boolean {
  return !sniffMagic(start) && tagBytes(start) === 0 && !hasSync(start) && !isPlainText(start);
}

/** Name of the format of a file that begins with these bytes; undefined if they are not the sign of one. */
export function formatByMagic(head: Uint8Array): string | undefined {
  return sniffMagic(head.subarray(0, SNIFF_BYTES))?.label ?? (tagBytes(head) > 0 ? 'MP3' : undefined);
}

function sniffMagic(head: Uint8Array): Sniffed | undefined {
  const text = Buffer.from(head).toString('latin1');
  if (/^(RIFF|RF64|BW64)/.test(text) && text.startsWith('WAVE', 8)) return { container: 'wav', label: 'WAV' };
  if (text.startsWith('fLaC')) return { container: 'flac', label: 'FLAC' };
  if (text.startsWith('OggS')) return sniffOgg(text);
  const other = THROUGH_FFMPEG.find(([at, magic]) => text.startsWith(magic, at));
  return other && { container: 'other', label: other[2] };
}

function sniffOgg(text: string): Sniffed {
  if (text.includes('OpusHead')) return { container: 'ogg-opus', label: 'Ogg Opus' };
  if (text.includes('\x01vorbis')) return { container: 'ogg-vorbis', label: 'Ogg Vorbis' };
  if (text.includes('\x7fFLAC')) return { container: 'flac', label: 'Ogg FLAC' };
  return { container: 'other', label: 'an Ogg file that is neither Opus nor Vorbis' };
}

function looksLikeText(head: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return text.length > 0 && !/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text);
  } catch {
    return false;
  }
}

/** True if the bytes are nothing but printable ASCII, which is the surest sign that they are no PCM16. */
export function isPlainText(head: Uint8Array): boolean {
  const first = head.subarray(0, TEXT_BYTES);
  return (
    first.length > 0 && first.every((byte) => (byte >= 0x20 && byte < 0x7f) || (byte >= 9 && byte <= 13))
  );
}

/** The first bytes for an error message: `52 49 46 46 ("RIFF")`. */
export function describeBytes(head: Uint8Array): string {
  const first = head.subarray(0, 4);
  const hex = [...first].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  const printable = [...first].every((byte) => byte >= 0x20 && byte < 0x7f);
  return printable ? `${hex} ("${Buffer.from(first).toString('latin1')}")` : hex;
}
