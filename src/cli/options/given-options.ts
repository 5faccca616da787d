/** For commands that refuse an option which would mean nothing, defaults aside. Called by eval.ts and corpus.ts. */
import type { Command } from 'commander';

/** Names of the options that are on the command line. */
export function givenOptions(command: Command): string[] {
  return command.options
    .filter((option) => command.getOptionValueSource(option.attributeName()) === 'cli')
    .map(({ long }) => long!);
}
