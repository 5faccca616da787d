/** `turnwire completion`: prints a completion script for bash, zsh or fish, made from the registered commands. */
import { Argument, type Command } from 'commander';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

export function register(program: Command): void {
  program
    .command('completion')
    .description('Print a completion script for a shell.')
    .addArgument(new Argument('<shell>', 'which shell').choices([...SHELLS]))
    .addHelpText(
      'after',
      `
Examples:
  source <(turnwire completion bash)
  turnwire completion zsh > "\${fpath[1]}/_turnwire"
  turnwire completion fish > ~/.config/fish/completions/turnwire.fish`,
    )
    .action(async (shell: (typeof SHELLS)[number]) => {
      const { completionScript } = await import('./completion/completion-script.js');
      process.stdout.write(completionScript(shell, program));
    });
}
