/** The work behind `turnwire view`: reads the log and the trace, and writes the page. */
import path from 'node:path';
import { createInlineInference } from '../../inference/inline.js';
import { DEFAULT_SCORER, policyFor } from '../../operating-points/policies.js';
import { TurnwireError } from '../../protocol/errors.js';
import { LANGUAGES, type Language } from '../../protocol/languages.js';
import { keepInputs, makeOutputDir, refuseUnwritable } from '../../sinks/index.js';
import { requireRuntime } from '../machine/model-runtime.js';
import { checkApart } from '../options/call-channels.js';
import { channelOption, wholeNumber } from '../options/number-options.js';
import { rawOption } from '../options/raw-option.js';
import { writeCallPage } from '../session/call-page.js';
import { readLog, refuseEmptyLog } from '../session/read-log.js';
import { readTrace } from '../session/read-trace.js';
import { doubtsOf } from './view-doubts.js';
import type { ViewFlags } from './view-flags.js';

export async function viewLog(file: string, flags: ViewFlags): Promise<void> {
  const channel = channelOption(flags.channel);
  const agentChannel = wholeNumber(flags.agentChannel, '--agent-channel', 0);
  checkApart(channel, agentChannel);
  checkNeeds(flags);
  const out = flags.out ?? pageNameOf(file);
  keepInputs([file, ...(flags.audio === undefined ? [] : [flags.audio])], {
    '--out': out,
    '--trace': undefined,
  });
  makeOutputDir(path.dirname(out));
  refuseUnwritable(out);
  const log = await readLog(file);
  refuseEmptyLog(file, log);
  const events = log.events.map(({ event }) => event);
  const started = events.find((event) => event.type === 'session.started');
  const trace = flags.trace === undefined ? [] : await readTrace(flags.trace);
  if (agentChannel !== undefined) requireRuntime();
  const inference = createInlineInference();
  try {
    const { words, soundSec } = await writeCallPage({
      recording: flags.audio,
      raw: rawOption(flags.raw, [flags.audio]),
      channel,
      agentChannel,
      events,
      trace,
      // The log names neither language nor scorer: the default scorer's threshold is drawn.
      limits: policyFor(
        started?.tier === 'full' ? 'stream' : 'room',
        started?.eot.profile ?? 'cutoff_5pct',
        languageOf(flags.language),
        {},
        DEFAULT_SCORER,
      ),
      out,
      link: flags.link ?? false,
      open: flags.open,
      inference,
    });
    const doubts = doubtsOf({
      log,
      logFile: file,
      trace,
      traceFile: flags.trace,
      soundSec,
      recording: flags.audio,
    });
    for (const sentence of [...doubts, `wrote ${words}`]) process.stderr.write(`turnwire: ${sentence}\n`);
  } finally {
    await inference.close();
  }
}

function checkNeeds({ audio, agentChannel, channel, link, raw }: ViewFlags): void {
  if (audio === '-') throw usage('--audio needs a file: the log can come from stdin, the recording cannot');
  if (audio !== undefined) return;
  const given = { '--agent-channel': agentChannel, '--channel': channel, '--link': link, '--raw': raw };
  const flag = Object.entries(given).find(([, value]) => value !== undefined)?.[0];
  if (flag !== undefined)
    throw usage(`${flag} is about the recording: give it with --audio, or leave ${flag} out`);
}

function languageOf(code: string): Language {
  const language = LANGUAGES.find((known) => known === code);
  if (language === undefined) throw usage(`unknown language '${code}'; give one of ${LANGUAGES.join(', ')}`);
  return language;
}

const pageNameOf = (file: string): string =>
  file === '-' ? 'turnwire.html' : `${file.replace(/\.jsonl$/, '')}.html`;

const usage = (message: string): TurnwireError => new TurnwireError('usage', 'bad_option', message);
