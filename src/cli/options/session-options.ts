/**
 * The options of a session, shared by the commands that start one (run, live, client): turns flags into an unchecked
 * `session.start`. check-session.ts checks it in a file of its own, because loading the schemas would slow `--help` down.
 */
import { Option, type Command } from 'commander';
import { TurnwireError } from '../../protocol/errors.js';
import { ENDPOINTS, MODES, PROFILES, type Endpoint } from '../../protocol/names.js';
import { readJson } from './file-options.js';

export interface SessionFlags {
  endpoint: Endpoint;
  profile?: string;
  latencyBudgetMs?: string;
  language?: string;
  allowed?: string;
  autoLanguage?: boolean;
  mode?: string;
  signals?: string;
  messages?: string;
  inferenceInterval?: string;
  idleTimeoutS?: string;
}

/** Adds the session flags to a command, in the order of docs/protocol.md, "session.start". */
export function addSessionOptions(command: Command): Command {
  return command
    .addOption(new Option('--endpoint <name>', 'which engine').choices([...ENDPOINTS]).default('stream'))
    .option('--profile <name>', `end-of-turn operating point: ${PROFILES.join(', ')} (default: cutoff_10pct)`)
    .option('--latency-budget-ms <ms>', 'choose the operating point whose mean latency is closest to this')
    .option('--language <code>', 'pin the language (default: en)')
    .option('--allowed <codes>', 'allowed languages, comma-separated; decoding starts with the first')
    .option('--auto-language', 'identify the language; decoding starts in English')
    .option('--mode <name>', `kind of conversation: ${MODES.join(', ')} (default: transactional_call)`)
    .option('--signals <names>', 'vad,eot,bargein (vad and eot are always on)')
    .option('--messages <file.json>', 'conversation so far: a JSON array of {role, content}')
    .option('--inference-interval <s>', 'time between scores, 0.02 to 1 s (default: 0.1)')
    .option('--idle-timeout-s <s>', 'close after this many seconds without speech; 0: never (default: 600)');
}

/** `--scorer` of the commands that run engines here; checked by scorer-option.ts. */
export const SCORER_OPTION = [
  '--scorer <name>',
  'end-of-turn and barge-in scorers: learned (default), rules or smart-turn (its model is fetched by hand)',
] as const;

/** `--raw` of the commands that read sound; read by raw-option.ts. */
export const RAW_OPTION = [
  '--raw <encoding[@Hz]>',
  'the input has no header: mulaw or alaw (8000 Hz), or pcm16 (16000 Hz), e.g. pcm16@8000',
] as const;

/** `--points` of the commands that run engines here; read by chosen-points.ts. */
export const POINTS_OPTION = [
  '--points <name|file>',
  'operating points to select from: published, measured (by calibrate in this folder, else those that ship), or a points.json (default: published)',
] as const;

/**
 * The `session.start` message that the flags describe, unchecked.
 * @throws TurnwireError kind `usage` for flags that no message can express, or that the endpoint ignores.
 */
export async function sessionStartOf(flags: SessionFlags): Promise<Record<string, unknown>> {
  if (flags.endpoint === 'room' && flags.messages !== undefined) {
    const text = '--messages is for a stream: a room does not use the conversation so far; leave it out';
    throw new TurnwireError('usage', 'wrong_endpoint', text);
  }
  const language = languageOf(flags);
  const eot = {
    ...(flags.profile !== undefined && { profile: flags.profile }),
    ...(flags.latencyBudgetMs !== undefined && { latency_budget_ms: numberOr(flags.latencyBudgetMs) }),
  };
  return {
    type: 'session.start',
    ...(flags.mode !== undefined && { mode: flags.mode }),
    ...(language && { language }),
    ...(Object.keys(eot).length > 0 && { eot }),
    ...(flags.signals !== undefined && { signals: splitList(flags.signals) }),
    ...(flags.idleTimeoutS !== undefined && { idle_timeout_s: numberOr(flags.idleTimeoutS) }),
    ...(flags.inferenceInterval !== undefined && { inference_interval: numberOr(flags.inferenceInterval) }),
    ...(flags.messages !== undefined && { messages: await readJson(flags.messages, '--messages') }),
  };
}

const LANGUAGE_FLAGS = { pin: '--language', allowed: '--allowed', auto: '--auto-language' } as const;

function languageOf(flags: SessionFlags): Record<string, unknown> | undefined {
  const language = {
    ...(flags.language !== undefined && { pin: flags.language }),
    ...(flags.allowed !== undefined && { allowed: splitList(flags.allowed) }),
    ...(flags.autoLanguage && { auto: true }),
  };
  const given = (Object.keys(language) as (keyof typeof LANGUAGE_FLAGS)[]).map((key) => LANGUAGE_FLAGS[key]);
  if (given.length > 1) {
    const text = `${given.join(' and ')} each say the language: give one of ${Object.values(LANGUAGE_FLAGS).join(', ')}`;
    throw new TurnwireError('usage', 'language_twice', text);
  }
  return given.length > 0 ? language : undefined;
}

/** The items of a comma-separated list, without empty ones. */
export function splitList(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** The number, or the text itself if it is none: the reason of the refusal then shows it. */
function numberOr(value: string): number | string {
  const number = Number(value);
  return value.trim() === '' || !Number.isFinite(number) ? value : number;
}
