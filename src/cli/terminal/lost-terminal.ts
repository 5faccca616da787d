/**
 * Handles a terminal whose window was closed while the command ran. At exit Node restores the modes of its terminals. Without
 * nodejs/node#58200 (missing from Node 20) it aborts if a terminal no longer answers: status 134 or 139 and a core file. Node
 * skips file descriptors that are closed, so this closes those of a lost terminal first, and the command keeps its own exit code.
 * It cannot help if the terminal is lost while Node shuts down. Called by main.
 */
import { closeSync } from 'node:fs';
import { isatty } from 'node:tty';

const STANDARD_STREAMS = [0, 1, 2] as const;

/** Call once, at the start, while the terminal still answers. */
export function closeLostTerminalAtExit(): void {
  const terminals = STANDARD_STREAMS.filter((fd) => isatty(fd));
  process.once('exit', () => {
    // A terminal that was closed no longer passes for one.
    for (const fd of terminals.filter((fd) => !isatty(fd))) {
      try {
        closeSync(fd);
      } catch {
        // Closed already.
      }
    }
  });
}
