/** Opens a file in the browser of whoever sits at this machine. */
import { spawn } from 'node:child_process';
import { isOnPath } from './program-on-path.js';

/** @returns false if there is no screen, or no program that opens files. */
export function openInBrowser(file: string): boolean {
  const command = openingCommand(file);
  if (!command) return false;
  const [program, ...args] = command;
  // The browser outlives this command. One that fails to start is not worth an error: the file is written.
  spawn(program, args, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
  return true;
}

function openingCommand(file: string): [string, ...string[]] | undefined {
  if (process.platform === 'darwin') return ['open', file];
  if (process.platform === 'win32') return ['cmd', '/c', 'start', '""', file];
  const hasScreen = process.env.DISPLAY !== undefined || process.env.WAYLAND_DISPLAY !== undefined;
  return hasScreen && isOnPath('xdg-open') ? ['xdg-open', file] : undefined;
}
