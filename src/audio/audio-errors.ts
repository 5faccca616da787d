/**
 * Every sentence about a bad recording: what is wrong, where, and what to do. All errors are of kind `source` (exit code 3) except
 * a wrong `--channel`, which is of kind `usage`.
 */
import { faultOf, messageOf, TurnwireError } from '../protocol/errors.js';

const source = (code: string, message: string, cause?: unknown): TurnwireError =>
  new TurnwireError('source', code, message, cause === undefined ? undefined : { cause });

export const audioErrors = {
  notFound: (name: string) =>
    source('audio_not_found', `${name}: there is no such file; check the path and the working directory.`),
  isDirectory: (name: string) =>
    source('audio_is_directory', `${name} is a directory; name the audio files in it, e.g. ${name}/*.wav.`),
  notReadable: (name: string, cause: unknown) =>
    source('audio_not_readable', `${name} cannot be read: ${messageOf(cause)}.`, cause),
  emptyFile: (name: string) =>
    source('audio_empty_file', `${name} is empty (0 bytes); the recording was not written, record it again.`),
  emptyPipe: () =>
    source('audio_empty_file', 'stdin ended before any sound came; check the command before the pipe.'),
  noSamples: (name: string) =>
    source('audio_no_samples', `${name} holds no samples; record or export it again.`),
  isText: (name: string) =>
    source(
      'audio_is_text',
      `${name} is text, not audio, whatever its name says; a download page or an error message may have been saved instead.`,
    ),
  pipeIsText: () =>
    source('audio_is_text', 'stdin is text, not audio; see what the command before the pipe writes.'),
  unknownContainer: (name: string, firstBytes: string) =>
    source(
      'audio_unknown_format',
      `${name} is no audio format that turnwire knows (it begins with ${firstBytes}); convert it: ffmpeg -i ${name} -ar 16000 -ac 1 out.wav; or, if it is sound without a header, name it .raw or say what it holds, e.g. --raw pcm16@16000`,
    ),
  badHeader: (name: string, what: string) =>
    source(
      'wav_bad_header',
      `${name}: the WAV header cannot be right: ${what}; export the file again, or repair it: ffmpeg -i ${name} fixed.wav`,
    ),
  noData: (name: string) =>
    source('wav_no_data', `${name}: the WAV file ends before its data chunk; it was cut off, copy it again.`),
  decode: (name: string, container: string, cause: unknown) =>
    source(
      'audio_decode_failed',
      `${name} looks like ${container} but cannot be decoded: ${faultOf(cause)}; convert it: ffmpeg -i ${name} out.wav`,
      cause,
    ),
  mostlyFaults: (name: string, container: string, fault: string) =>
    source(
      'audio_decode_failed',
      `${name} looks like ${container} and most of it cannot be decoded (${fault}); it is damaged or something else: copy it again, or see what ffprobe ${name} says.`,
    ),
  notFinite: (name: string, frame: number, channel: number, rateHz: number, value: number) =>
    source(
      'audio_not_finite',
      `${name}: sample ${frame} (at ${(frame / rateHz).toFixed(3)} s, channel ${channel}) is ${value}, not a number a sound can have; export the file again as 16-bit PCM.`,
    ),
  noSuchChannel: (name: string, channel: number, channels: number) =>
    new TurnwireError(
      'usage',
      'audio_no_such_channel',
      `${name} has ${channels === 1 ? 'one channel (0)' : `${channels} channels (0 to ${channels - 1})`}; channel ${channel} does not exist.`,
    ),
  needsFfmpeg: (name: string, container: string) =>
    source(
      'audio_needs_ffmpeg',
      `${name} is ${container}, which turnwire reads through ffmpeg, and no ffmpeg is on PATH; install it (${installHint('ffmpeg')}) or convert the file to WAV, FLAC, MP3 or Ogg elsewhere.`,
    ),
  needsFile: (name: string, container: string) =>
    source(
      'audio_needs_file',
      `${name} is ${container}, which turnwire reads through ffmpeg, from files only; save it to a file first.`,
    ),
  ffmpegFailed: (name: string, detail: string) =>
    source('audio_ffmpeg_failed', `ffmpeg cannot read ${name}: ${detail || 'it gave no reason'}.`),
};

/** Sentences about a recording that is usable but not in order. */
export const audioWarnings = {
  noSound: (name: string) =>
    `${name} has no sound at all: its samples are zero, or all the same, or nearly so; check that the right source was recorded.`,
  deadChannel: (name: string, channel: number) =>
    `channel ${channel} of ${name} has no sound at all: its samples are zero, or all the same, or nearly so.`,
  faint: (name: string, peakDbfs: number) =>
    `${name} is very quiet: its loudest sample is at ${Math.round(peakDbfs)} dBFS, where speech is at -25 or more; words in it may be missed, so record it louder or raise its level.`,
  cancels: (name: string) =>
    `the channels of ${name} cancel each other out: each has sound and their mix has none; use one of them, e.g. --channel 0.`,
  beyondFullScale: (name: string, peak: number) =>
    `${name}: its samples reach ${Math.round(peak)}, where full scale is 1, so all of it is clipped; they were probably written without being divided by 32768.`,
  secondDataChunk: (name: string, length: string | undefined) =>
    `${name} has a second data chunk${length === undefined ? '' : `, of ${length}`}, and only the first one is used; if the rest is wanted, write the file again with all of its sound in one.`,
  secondFile: (name: string) =>
    `${name}: a second WAV file follows the first one in it, and only the first one is used; save each one in a file of its own.`,
  halfSample: (name: string, bytes: number) =>
    `${name}: ${bytes === 1 ? 'the last byte is' : `the last ${bytes} bytes are`} no whole sample, so left out.`,
};

/** The command that installs a program on this platform. */
export function installHint(program: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'darwin') return `brew install ${program}`;
  if (platform === 'win32') return `winget install ${program}`;
  return `sudo apt-get install ${program}`;
}
