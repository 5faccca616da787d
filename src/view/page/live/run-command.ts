/** The `turnwire run` command that makes the log of a session again. Pure. */
import { PROFILES, type Endpoint } from '../../../protocol/names.js';

export interface SessionChoices {
  readonly endpoint: Endpoint;
  readonly profile: string;
  /** Two letters, or `auto`. */
  readonly language: string;
  readonly bargein: boolean;
}

export interface RunInput {
  /** Name of the recording's file. */
  readonly file: string;
  /** Channel that the engine heard; undefined for the only one, or the mix. */
  readonly channel?: number;
  readonly agentChannel?: number;
  /** File with the times at which the agent spoke. */
  readonly agentFile?: string;
}

export function runCommand(
  { endpoint, profile, language, bargein }: SessionChoices,
  input: RunInput,
): string {
  const words = ['turnwire', 'run', quoted(input.file)];
  if (endpoint === 'room') words.push('--endpoint', 'room');
  if (profile !== PROFILES[0]) words.push('--profile', profile);
  if (language === 'auto') words.push('--auto-language');
  else if (language !== 'en') words.push('--language', language);
  // Of two channels the one that is not the agent's is the caller's.
  if (input.agentChannel !== undefined) words.push('--agent-channel', String(input.agentChannel));
  else if (input.channel !== undefined) words.push('--channel', String(input.channel));
  if (input.agentFile !== undefined) words.push('--agent', quoted(input.agentFile));
  if (bargein) words.push('--signals', 'bargein');
  return [...words, '--view'].join(' ');
}

/** A word as a shell takes it. */
const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
