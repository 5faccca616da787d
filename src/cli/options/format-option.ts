/** `--format` of run and replay. As in src/sinks, which a command's file must not load for the sake of a quick `--help`. */
import { Option } from 'commander';
import type { LogFormat } from '../../sinks/index.js';

const NAMES: Readonly<Record<LogFormat, true>> = {
  jsonl: true,
  audacity: true,
  textgrid: true,
  srt: true,
  vtt: true,
  rttm: true,
  stm: true,
  ctm: true,
};

export function formatOption(what: string): Option {
  return new Option('--format <name>', what).choices(Object.keys(NAMES)).default('jsonl');
}
