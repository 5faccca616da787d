/**
 * The terminal as the view needs it: alternate screen, raw keys, and everything put back whatever happens (end, crash,
 * SIGTERM). Only SIGKILL leaves it as it is; `reset` repairs that.
 */
import { openSync, writeSync } from 'node:fs';
import { ReadStream } from 'node:tty';

/** A character, or `left`, `right`, `up`, `down`, `ctrl-c`, `escape`. */
export type Key = string;

const ENTER = '\x1b[?1049h\x1b[2J\x1b[H\x1b[?25l';
const LEAVE = '\x1b[?25h\x1b[0m\x1b[?1049l';
const KEYS: Record<string, Key> = {
  '\x1b[D': 'left',
  '\x1b[C': 'right',
  '\x1b[A': 'up',
  '\x1b[B': 'down',
  '\x1bOD': 'left',
  '\x1bOC': 'right',
  '\x03': 'ctrl-c',
  '\x1b': 'escape',
};

export interface Terminal {
  restore(): void;
}

/** Takes over the terminal until `restore`. */
export function enterTerminal(stdout: NodeJS.WriteStream, onKey: (key: Key) => void): Terminal {
  const keys = keySource();
  const onData = (data: Buffer): void => parseKeys(data.toString('utf8')).forEach(onKey);
  stdout.write(ENTER);
  // A terminal that went away (closed window) fails on every call; there is nothing left to restore then.
  keys?.on('error', () => {}).setRawMode(true);
  keys?.on('data', onData).resume();
  let restored = false;
  const restore = (): void => {
    if (restored) return;
    restored = true;
    keys?.off('data', onData).pause();
    keys?.setRawMode(false);
    if (keys !== process.stdin) keys?.destroy();
    // Synchronous: this also runs while the process exits, and must come before what is printed next.
    try {
      writeSync(1, LEAVE);
    } catch {
      // The terminal is gone.
    }
    process.off('exit', restore).off('uncaughtExceptionMonitor', restore);
  };
  process.on('exit', restore).on('uncaughtExceptionMonitor', restore);
  return { restore };
}

/** Keys come from the terminal even when stdin carries the audio. */
function keySource(): ReadStream | undefined {
  if (process.stdin.isTTY) return process.stdin;
  try {
    return new ReadStream(openSync('/dev/tty', 'r'));
  } catch {
    return undefined;
  }
}

/** A burst of input as keys: escape sequences whole, everything else by character. */
export function parseKeys(text: string): Key[] {
  const keys: Key[] = [];
  for (const [sequence] of text.matchAll(/\x1b[[O][0-9;]*[A-Za-z~]|[\s\S]/gu)) {
    const key = KEYS[sequence] ?? (sequence.length === 1 ? sequence : undefined);
    if (key !== undefined) keys.push(key);
  }
  return keys;
}
