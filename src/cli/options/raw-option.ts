/** `--raw` of run, live and client: the format of bytes without a header, as telephony delivers them. */
import { RAW_ENCODINGS, type RawEncoding, type RawFormat } from '../../audio/index.js';
import { TurnwireError } from '../../protocol/errors.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';

/** G.711 telephony has 8000 samples a second. */
const TELEPHONE_HZ = 8_000;
const RATES_HZ = [4_000, 192_000] as const;

/**
 * @param value `mulaw`, `alaw` or `pcm16`, with `@` and a sample rate in Hz if it is another than 8000 (pcm16: 16000).
 * @param inputs what the option is about, for the check that it has an effect.
 * @throws TurnwireError kind `usage`
 */
export function rawOption(
  value: string | undefined,
  inputs: readonly (string | undefined)[],
): RawFormat | undefined {
  if (value === undefined) return undefined;
  const other = inputs.find((input) => input === undefined || input.startsWith('ffmpeg:'));
  if (inputs.includes(other)) {
    const what = other === undefined ? 'the microphone' : other;
    throw usage(`--raw says what the bytes of a file or of stdin are, not of ${what}: leave it out`);
  }
  const [name = '', rate, ...more] = value.split('@');
  const encoding = RAW_ENCODINGS.find((known) => known === name);
  const sampleRateHz = rate === undefined ? defaultRate(encoding) : Number(rate || NaN);
  const [least, most] = RATES_HZ;
  if (
    !encoding ||
    more.length > 0 ||
    !(Number.isInteger(sampleRateHz) && sampleRateHz >= least && sampleRateHz <= most)
  ) {
    throw usage(
      `--raw must be ${RAW_ENCODINGS.join(', ')}, with @ and a rate from ${least} to ${most} Hz if it is not ${TELEPHONE_HZ} (pcm16: ${SAMPLE_RATE_HZ}), e.g. mulaw or pcm16@${TELEPHONE_HZ}; got '${value}'`,
    );
  }
  return { encoding, sampleRateHz, channels: 1 };
}

function defaultRate(encoding: RawEncoding | undefined): number {
  return encoding === 'pcm16' ? SAMPLE_RATE_HZ : TELEPHONE_HZ;
}

const usage = (message: string): TurnwireError => new TurnwireError('usage', 'bad_option', message);
