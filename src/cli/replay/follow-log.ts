/** The work behind `turnwire replay --follow`: shows a log while it is being written, on the screen or in plain lines. */
import { once } from 'node:events';
import path from 'node:path';
import { describeShape, shorten, visible } from '../../protocol/describe-shape.js';
import { TurnwireError } from '../../protocol/errors.js';
import { wireEventSchema, type WireEvent } from '../../protocol/events.js';
import { openView, wantsPlain, type View } from '../../tui/index.js';
import { interruption } from '../terminal/interruption.js';
import { logToFollow, tailLines } from './log-tail.js';
import type { ReplayFlags } from './replay-flags.js';

/** @throws TurnwireError kind `usage` for flags without effect, `source` for a log that cannot be read. */
export async function followLog(place: string, flags: ReplayFlags): Promise<number> {
  refuseUseless(flags);
  const file = await logToFollow(place);
  const hasScreen = process.stdout.isTTY && !flags.plain && !wantsPlain();
  const { signal, stop, release } = interruption();
  let view: View | undefined;
  const say = (text: string): void => {
    if (view && hasScreen) view.notice(text);
    else process.stderr.write(`turnwire: ${text}\n`);
  };
  try {
    for await (const event of events(file, signal, say)) {
      // Opened at the first event, which says whether the session is a stream or a room.
      view ??= await openFollowView(file, event, !hasScreen, stop);
      view.dispatch({ kind: 'event', event });
      if (event.type === 'session.summary') break;
    }
    // The screen stays until a key, so that the end can be read.
    if (view && hasScreen && !signal.aborted) await once(signal, 'abort');
    return 0;
  } finally {
    view?.close();
    stop();
    release();
  }
}

/** The events of a log as they are written. Lines that are none are reported and skipped. */
async function* events(
  file: string,
  signal: AbortSignal,
  say: (sentence: string) => void,
): AsyncGenerator<WireEvent> {
  let line = 0;
  for await (const text of tailLines(file, signal, () => say(`waiting for ${file}`))) {
    line += 1;
    const event = eventOf(text, (why) => say(`${file === '-' ? 'stdin' : file}:${line}: ${visible(why)}`));
    if (event) yield event;
  }
}

function eventOf(text: string, onFault: (why: string) => void): WireEvent | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    onFault(`not JSON: ${shorten(text)}`);
    return undefined;
  }
  const parsed = wireEventSchema.safeParse(value);
  if (!parsed.success) onFault(describeShape(value, parsed.error));
  return parsed.data;
}

function openFollowView(file: string, first: WireEvent, plain: boolean, stop: () => void): Promise<View> {
  const isStream = first.type === 'session.started' && first.tier === 'full';
  return openView({
    title: {
      command: 'replay',
      source: file === '-' ? 'stdin' : path.basename(file),
      endpoint: isStream ? 'stream' : 'room',
    },
    keys: 'q quit',
    plain,
    onKey: (key) => {
      if (key === 'q' || key === 'ctrl-c') stop();
    },
  });
}

/** Refuses what needs the whole log. */
function refuseUseless({ check, json, audio, trace, speed, from }: ReplayFlags): void {
  const given = Object.entries({
    '--check': check,
    '--json': json,
    '--audio': audio,
    '--trace': trace,
    '--speed': speed !== '1',
    '--from': from !== '0',
  }).find(([, value]) => value);
  if (given === undefined) return;
  const text = `${given[0]} needs a log that is complete, and --follow reads one that is being written: leave one of them out`;
  throw new TurnwireError('usage', 'useless_option', text);
}
