/**
 * A terminal whose window was closed while the command ran. Node puts the terminal's modes back when it exits, and
 * without nodejs/node#58200 (Node 20 has it not) aborts when the terminal refuses: status 134 or 139, a core file. It
 * leaves out what is no longer open, so a lost terminal is closed first, and the command ends with its own exit code.
 * A terminal lost while Node itself shuts down is past help. Called by main.
 */
import { closeSync } from 'node:fs';
import { isatty } from 'node:tty';

const STANDARD_STREAMS = [0, 1, 2] as const;

/** Call once, while the terminal is still there. */
export function closeLostTerminalAtExit(): void {
  const terminals = STANDARD_STREAMS.filter((fd) => isatty(fd));
  process.once('exit', () => {
    // A terminal that hung up answers nothing any more.
    for (const fd of terminals.filter((fd) => !isatty(fd))) {
      try {
        closeSync(fd);
      } catch {
        // Closed already.
      }
    }
  });
}
