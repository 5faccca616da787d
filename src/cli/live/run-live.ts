/**
 * The work behind `turnwire live`: feeds sound to an engine and sends each event to the log first, then to the screen, so that
 * Ctrl-C, a microphone that fails or a crash lose no event.
 */
import path from 'node:path';
import { loadableAsrLanguages } from '../../asr/decodable-languages.js';
import { createWavWriter } from '../../audio/index.js';
import { createEnginePool } from '../../engine/workers/create-pool.js';
import { TurnwireError } from '../../protocol/errors.js';
import { keepInputs, refuseUnwritable } from '../../sinks/index.js';
import { openView, wantsPlain } from '../../tui/index.js';
import { readPoints } from '../options/chosen-points.js';
import { interruption } from '../terminal/interruption.js';
import type { LiveFlags } from './live-flags.js';
import { agentOptionsOf } from '../options/agent-options.js';
import { createEngineFactory } from '../session/engine-factory.js';
import { checkSession } from '../options/check-session.js';
import { rawOption } from '../options/raw-option.js';
import { sessionStartOf } from '../options/session-options.js';
import { channelOption } from '../options/number-options.js';
import { openEventOutput } from './event-output.js';
import { openLiveInput, type LiveInput } from './live-input.js';
import { LiveSession } from './live-session.js';
import { Marks } from './marks.js';

export async function runLive(flags: LiveFlags): Promise<number> {
  const session = checkSession(await sessionStartOf(flags), flags.endpoint, {
    asrLanguages: loadableAsrLanguages(),
  });
  checkInput(flags);
  keepInputs([flags.input ?? '-'], { '--out': flags.out, '--record': flags.record });
  if (flags.record !== undefined) refuseUnwritable(flags.record);
  const raw = rawOption(flags.raw, [flags.input]);
  const agent = await agentOptionsOf(flags, session);
  const points = await readPoints(flags.points, flags.scorer);
  const createEngine = createEngineFactory(flags, session, points);
  // Models run in a worker thread, so that the screen and the microphone never wait for them.
  const inference = createEnginePool(1);
  const { signal, stop, release } = interruption();
  try {
    const input = await openLiveInput({
      input: flags.input,
      raw,
      recorder: flags.recorder,
      device: flags.device,
      channel: channelOption(flags.channel),
      agentChannel: agent.channel,
      cancelEcho: agent.cancelEcho,
      inference,
      signal,
      onNoSound: (sentence) => process.stderr.write(`turnwire: ${sentence}\n`),
    }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    if (!input) {
      process.stderr.write('turnwire: stopped before any sound came\n');
      return 0;
    }
    const sourceName = sourceNameOf(flags, input);
    // The log is checked here and emptied at its first event: an older log stays until log and recording can both be written.
    const output = openEventOutput(flags.out, stop);
    const plain = (flags.plain ?? false) || wantsPlain();
    // Only the screen reads keys, so only a session with a screen has marks.
    const marks = new Marks(process.stdout.isTTY && !plain ? flags.out : undefined);
    const recorder = flags.record === undefined ? undefined : await createWavWriter(flags.record);
    try {
      const live = new LiveSession({
        flags,
        session,
        policies: points.policies,
        createEngine: (onTrace) => createEngine(sourceName, inference, onTrace),
        input,
        output,
        marks,
        openView: process.stdout.isTTY ? (options) => openView({ ...options, plain }) : undefined,
        recorder,
        sourceName,
        signal,
        stop,
      });
      return await live.run(agent.messages);
    } finally {
      await recorder?.close();
    }
  } finally {
    // Also stops the microphone of a session that failed.
    stop();
    release();
    await inference.close();
  }
}

/** Refuses options of the microphone beside `--input`, which replaces the microphone. */
function checkInput({ input, recorder, device }: LiveFlags): void {
  if (input === undefined) return;
  const [useless] = Object.entries({ '--recorder': recorder, '--device': device }).filter(
    ([, value]) => value,
  );
  if (useless === undefined) return;
  const text = `${useless[0]} is for the microphone, which --input replaces: leave one of them out`;
  throw new TurnwireError('usage', 'useless_option', text);
}

/** The file name of a recording, so that its session has the same id as in `run`; otherwise the microphone's name. */
function sourceNameOf(flags: LiveFlags, input: LiveInput): string {
  if (flags.input === undefined) return input.name;
  return flags.input === '-' ? 'stdin' : path.basename(flags.input);
}
