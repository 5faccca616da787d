/**
 * Takes over the terminal for the screen: alternate screen, raw keys. Restores it at the end, after a crash and at SIGTERM. Only
 * SIGKILL leaves it changed; the shell command `reset` repairs that.
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
  // If the window was closed, every call fails, and nothing is left to restore.
  keys?.on('error', () => {}).setRawMode(true);
  keys?.on('data', onData).resume();
  let restored = false;
  const restore = (): void => {
    if (restored) return;
    restored = true;
    keys?.off('data', onData).pause();
    keys?.setRawMode(false);
    if (keys !== process.stdin) keys?.destroy();
    // Written synchronously: this may run while the process exits, and must come before later output.
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

/** The source of keys: the terminal itself, even if stdin is the audio. */
function keySource(): ReadStream | undefined {
  if (process.stdin.isTTY) return process.stdin;
  try {
    return new ReadStream(openSync('/dev/tty', 'r'));
  } catch {
    return undefined;
  }
}

/** Splits input into keys: escape sequences stay whole, everything else is split by character. */
export function parseKeys(text: string): Key[] {
  const keys: Key[] = [];
  for (const [sequence] of text.matchAll(/\x1b[[O][0-9;]*[A-Za-z~]|[\s\S]/gu)) {
    const key = KEYS[sequence] ?? (sequence.length === 1 ? sequence : undefined);
    if (key !== undefined) keys.push(key);
  }
  return keys;
}
