/** Looks for the programs that commands start: recorders and players. */
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

export function isOnPath(program: string): boolean {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  return (process.env.PATH ?? '').split(path.delimiter).some((dir) =>
    endings.some((ending) => {
      try {
        accessSync(path.join(dir, program + ending), constants.X_OK);
        return true;
      } catch {
        return false;
      }
    }),
  );
}
