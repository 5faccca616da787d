/** `run --view`: keeps the events and scores of a run, and makes the page of them. */
import path from 'node:path';
import type { Inference } from '../../inference/kernel.js';
import { DEFAULT_SCORER, policyFor, type PoliciesByLanguage } from '../../operating-points/policies.js';
import { TurnwireError } from '../../protocol/errors.js';
import type { WireEvent } from '../../protocol/events.js';
import { firstLanguage, type Language } from '../../protocol/languages.js';
import type { SessionOptions } from '../../protocol/session-start.js';
import { keepInputs, refuseUnwritable } from '../../sinks/index.js';
import type { ScorePoint } from '../../view/index.js';
import { writeCallPage } from '../session/call-page.js';
import type { RecordingOutput } from './recording-output.js';
import type { RunFlags } from './run-flags.js';
import type { RecordingJob } from './run-recording.js';

export class PageOfRun {
  private readonly events: WireEvent[] = [];
  private readonly trace: ScorePoint[] = [];

  constructor(
    private readonly out: string,
    private readonly session: SessionOptions,
    private readonly policies: PoliciesByLanguage | undefined,
    private readonly flags: RunFlags,
  ) {}

  /** An output that also keeps what the page shows. */
  watch(output: RecordingOutput): RecordingOutput {
    return {
      write: async (event) => {
        this.events.push(event);
        await output.write(event);
      },
      trace: (record) => {
        const { t, silence_s, p_eot, parts } = record;
        const heard = parts?.heard;
        this.trace.push({
          t,
          silenceSec: silence_s,
          pEot: p_eot,
          heard: heard === undefined ? undefined : String(heard),
        });
        output.trace?.(record);
      },
      close: () => output.close(),
    };
  }

  /** Writes the page. @returns the closing sentence that says where it is; undefined if the run brought no event */
  async write(
    { input, raw, channel, agentChannel }: RecordingJob,
    inference: Inference,
  ): Promise<string | undefined> {
    const { endpoint, language } = this.session;
    const started = this.events.find((event) => event.type === 'session.started');
    if (!started) return undefined;
    const { profile } = started.eot;
    const { words } = await writeCallPage({
      recording: input,
      raw,
      channel,
      agentChannel,
      events: this.events,
      trace: this.trace,
      limits: policyFor(
        endpoint,
        profile,
        firstLanguage(language),
        this.policies ?? {},
        this.flags.scorer ?? DEFAULT_SCORER,
      ),
      out: this.out,
      link: false,
      open: this.flags.open,
      inference,
    });
    return `see it: ${words}`;
  }
}

/** Checks that a page can be made, and says where. @throws TurnwireError kind `usage` for several recordings, or a stream. */
export function pagePathOf(recordings: readonly string[], flags: RunFlags): string {
  const [recording, another] = recordings;
  if (another !== undefined) throw usage('--view shows one recording: name one, or leave --view out');
  if (!isFile(recording!))
    throw usage(
      `--view reads the recording a second time, which ${recording} does not allow: save it as a file first`,
    );
  if (typeof flags.view === 'string' && !/\.html?$/i.test(flags.view))
    throw usage(
      `--view writes a page, and ${flags.view} is no .html: give --view last, or with the name of the page`,
    );
  const out = typeof flags.view === 'string' ? flags.view : `${path.parse(recording!).name}.html`;
  keepInputs(recordings, { '--view': out, '--out': flags.out, '--trace': flags.trace });
  refuseUnwritable(out);
  return out;
}

/**
 * The closing line of a run without a page: the command that makes it; undefined if the recording cannot be read again.
 * @param language the first that is decoded
 */
export function viewCommand(input: string, language: Language, flags: RunFlags): string | undefined {
  if (!isFile(input)) return undefined;
  const { out, format, trace, scorer, points } = flags;
  const isWritten = out !== undefined && out !== '-' && format === 'jsonl' && trace !== undefined;
  // `view` draws the threshold of the scorer and of the points that are used if none are named.
  if (!isWritten || scorer !== undefined || points !== undefined)
    return `see it: turnwire ${process.argv.slice(2).map(quoted).join(' ')} --view`;
  const words = ['view', out, '--audio', input, '--trace', trace];
  if (language !== 'en') words.push('--language', language);
  if (flags.agentChannel !== undefined) words.push('--agent-channel', flags.agentChannel);
  if (flags.channel !== undefined) words.push('--channel', flags.channel);
  if (flags.raw !== undefined) words.push('--raw', flags.raw);
  return `see it: turnwire ${words.map(quoted).join(' ')}`;
}

const isFile = (input: string): boolean => input !== '-' && !input.startsWith('ffmpeg:');

/** A word as a shell takes it. */
const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

const usage = (message: string): TurnwireError => new TurnwireError('usage', 'bad_option', message);
