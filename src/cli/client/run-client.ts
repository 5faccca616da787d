/** The work behind `turnwire client`: sends a recording, writes the log and the arrival times; exit code 5 if the service refused. */
import path from 'node:path';
import { openAudio } from '../../audio/index.js';
import {
  DEFAULT_BACKOFF,
  endpointUrl,
  REFUSED,
  refusal,
  STOPPED,
  streamRecording,
  scheduleOf,
} from '../../client/index.js';
import { TurnwireError } from '../../protocol/errors.js';
import { CLOSE } from '../../protocol/reasons.js';
import { keepInputs } from '../../sinks/index.js';
import type { ClientFlags } from './client-flags.js';
import { readBytes, readJson } from '../options/file-options.js';
import { EXIT_INTERRUPTED, interruption } from '../terminal/interruption.js';
import { withLanguageAdvice } from '../options/language-advice.js';
import { rawOption } from '../options/raw-option.js';
import { sessionStartOf } from '../options/session-options.js';
import { channelOption, numberOption } from '../options/number-options.js';
import { untilStopped } from '../terminal/until-stopped.js';
import { ClientLog } from './client-log.js';
import { ClientView } from './client-view.js';

/**
 * @param given long names of the options on the command line
 * @returns the exit code.
 */
export async function runClient(
  address: string,
  input: string,
  flags: ClientFlags,
  given: readonly string[],
): Promise<number> {
  if (flags.plain && !flags.tui) {
    const text = '--plain changes how --tui looks: add --tui, or leave --plain out';
    throw new TurnwireError('usage', 'useless_option', text);
  }
  const { url, endpoint } = endpointUrl(address, flags.endpoint);
  if (endpoint !== flags.endpoint && given.includes('--endpoint')) {
    const text = `${address} names the ${endpoint} endpoint, --endpoint says ${flags.endpoint}: leave one of them out`;
    throw new TurnwireError('usage', 'wrong_endpoint', text);
  }
  const raw = rawOption(flags.raw, [input]);
  const session = await sessionOf({ ...flags, endpoint });
  const words = flags.quiet
    ? () => undefined
    : (text: string) => void process.stderr.write(`turnwire: ${text}\n`);
  const screen = flags.tui === true && process.stdout.isTTY;

  keepInputs([input], { '--out': flags.out, '--arrivals': flags.arrivals });
  const { signal, stop, release } = interruption();
  const stdin = input === '-' ? untilStopped(process.stdin, signal) : undefined;
  const source = await openAudio(input, { channel: channelOption(flags.channel), raw, stdin }).catch(
    (error: unknown) => {
      if (!signal.aborted) throw error;
    },
  );
  if (!source) {
    process.stderr.write('turnwire: stopped before any sound came\n');
    return EXIT_INTERRUPTED;
  }
  let files: ClientLog;
  try {
    files = new ClientLog(flags, screen);
  } catch (error) {
    stop();
    await source.close();
    throw error;
  }
  const view = screen
    ? await ClientView.open({
        endpoint,
        source: `${input === '-' ? 'stdin' : path.basename(input)} to ${new URL(url).host}`,
        totalSec: source.description.durationSec,
        plain: flags.plain ?? false,
        bargein: flags.signals?.split(',').includes('bargein') ?? false,
        onQuit: stop,
      })
    : undefined;
  // The screen closes at once, not at the end of the session: from then on Ctrl-C is a signal again, and a second one ends the process.
  signal.addEventListener('abort', () => view?.close());
  try {
    const { sentSec, close } = await streamRecording({
      ...session,
      url,
      audio: source.chunks(),
      signal,
      onRetry: ({ reason }, waitMs) => {
        const text = `${reason}; asking again in ${(waitMs / 1000).toFixed(1)} s`;
        if (view) view.notice(text);
        else words(text);
      },
      onEvent: (arrival) => {
        const event = files.write(arrival);
        view?.arrived(arrival, event);
      },
      onAudio: (samples, sent) => view?.sent(samples, sent),
      onOpen: (send) => view?.opened(send),
    }).finally(() => view?.close());
    source.warnings.forEach(words);
    words(
      `${sentSec.toFixed(1)} s sent, ${files.events} events, closed with ${close.code} ${close.reason}`.trimEnd(),
    );
    if (files.unknown > 0)
      words(`${files.unknown} lines are no events of /v2; the log has them as they came`);
    if (close.code !== CLOSE.normal.code) throw refusal(close);
    return 0;
  } catch (error) {
    if (error instanceof TurnwireError && error.code === REFUSED) throw withAdvice(error);
    if (!(error instanceof TurnwireError && error.code === STOPPED)) throw error;
    process.stderr.write(`turnwire: ${error.message}\n`);
    return EXIT_INTERRUPTED;
  } finally {
    // Also ends the reading of a pipe that is still open.
    stop();
    release();
    await source.close();
    files.close();
  }
}

/** A refusal over languages names the codes that work. */
function withAdvice({ kind, code, message }: TurnwireError): TurnwireError {
  const [, start, reason] = /^(the service closed with \d+ )(.*)$/s.exec(message) ?? [message, '', message];
  return new TurnwireError(kind, code, `${start}${withLanguageAdvice(reason)}`);
}

/** The part of `StreamOptions` that the flags give: `session.start`, schedule, speed, frames, backoff and TLS. */
async function sessionOf(flags: ClientFlags) {
  const start = { ...(await sessionStartOf(flags)), api_key: flags.apiKey ?? process.env.TURNWIRE_API_KEY };
  if (start.api_key === undefined) {
    throw new TurnwireError(
      'usage',
      'no_api_key',
      'give the key of the service with --api-key or TURNWIRE_API_KEY',
    );
  }
  const messages =
    flags.schedule === undefined ? [] : scheduleOf(await readJson(flags.schedule, '--schedule'));
  const frameSamples = Math.round(numberOption(flags.frameMs, '--frame-ms', 1, 30_000) * 16);
  const speed = flags.speed === 'max' ? Infinity : numberOption(flags.speed, '--speed', 0.01, 10_000);
  const backoff = { ...DEFAULT_BACKOFF, retries: numberOption(flags.retries, '--retries', 0, 1000) };
  const ca = flags.ca === undefined ? undefined : await readBytes(flags.ca, '--ca');
  const socket = { rejectUnauthorized: !flags.insecure, ca };
  return { start, messages, speed, nextFrameSamples: () => frameSamples, backoff, socket };
}
