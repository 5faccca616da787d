/** `--format` of run and replay. Repeats the names of src/sinks (the compiler compares them), which `--help` must not load. */
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
