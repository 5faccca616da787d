import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { completionScript } from '../../src/cli/completion/completion-script.js';
import { buildProgram } from '../../src/cli/main.js';

const program = buildProgram();
const hasShell = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;

/** What bash offers after `typed`, by the script itself. */
function bashOffers(typed: string): string[] {
  const words = typed.split(' ');
  const script = `${completionScript('bash', program)}
COMP_WORDS=(${words.map((word) => `"${word}"`).join(' ')}); COMP_CWORD=${words.length - 1}; _turnwire; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script], {
    encoding: 'utf8',
    cwd: import.meta.dirname,
  });
  expect(stderr).toBe('');
  return stdout.trim().split('\n');
}

describe.skipIf(!hasShell('bash'))('bash', () => {
  it('offers commands, options, choices, subcommands and files', () => {
    expect(bashOffers('turnwire re')).toEqual(['replay']);
    expect(bashOffers('turnwire run --prof')).toEqual(['--profile']);
    expect(bashOffers('turnwire live --endpoint r')).toEqual(['room']);
    expect(bashOffers('turnwire corpus va')).toContain('validate');
    expect(bashOffers('turnwire run completion.')).toEqual(['completion.test.ts']);
  });
});

it('every shell gets every command', () => {
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    const script = completionScript(shell, program);
    for (const command of program.commands) expect(script).toContain(command.name());
  }
});

describe.skipIf(!hasShell('fish'))('fish', () => {
  it('accepts the script', () => {
    const { status, stderr } = spawnSync('fish', ['--no-execute'], {
      input: completionScript('fish', program),
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});
