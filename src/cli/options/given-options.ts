/** Which options the person gave, for commands that refuse an option without effect. Called by eval.ts, client.ts and corpus.ts. */
import type { Command } from 'commander';

/** Long names of the options on the command line, defaults not included. */
export function givenOptions(command: Command): string[] {
  return command.options
    .filter((option) => command.getOptionValueSource(option.attributeName()) === 'cli')
    .map(({ long }) => long!);
}
