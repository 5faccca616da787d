import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { completionScript } from '../../src/cli/completion/completion-script.js';
import { KNOWN_VALUES } from '../../src/cli/completion/known-values.js';
import { buildProgram } from '../../src/cli/main.js';
import { EMBEDDERS, IDENTIFIERS } from '../../src/engine/room/room-setup.js';
import { SCORERS } from '../../src/engine/session/scorers.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();
const program = buildProgram();
const hasShell = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;

/** What bash offers after `typed`, by the script itself. @param cwd whose files it offers */
function bashOffers(typed: string, cwd = import.meta.dirname): string[] {
  const words = typed.split(' ');
  const script = `${completionScript('bash', program)}
COMP_WORDS=(${words.map((word) => `"${word}"`).join(' ')}); COMP_CWORD=${words.length - 1}; _turnwire; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script], {
    encoding: 'utf8',
    cwd,
  });
  expect(stderr).toBe('');
  return stdout.trim().split('\n');
}

describe.skipIf(!hasShell('bash'))('bash', () => {
  it('offers commands, options, choices, subcommands and files', () => {
    expect(bashOffers('turnwire re')).toEqual(['replay']);
    expect(bashOffers('turnwire run --prof')).toEqual(['--profile']);
    expect(bashOffers('turnwire live --endpoint r')).toEqual(['room']);
    expect(bashOffers('turnwire run --profile cutoff_5')).toEqual(['cutoff_5pct']);
    expect(bashOffers('turnwire corpus va')).toContain('validate');
    expect(bashOffers('turnwire run completion.')).toEqual(['completion.test.ts']);
    expect(bashOffers('turnwire completion b')).toEqual(['bash']);
  });

  it('offers a name with spaces as one', async () => {
    const dir = await tempDir();
    writeFileSync(path.join(dir, 'my first call.wav'), '');
    expect(bashOffers('turnwire run my', dir)).toEqual(['my first call.wav']);
  });
});

it('knows the values of options that take a name', () => {
  expect(KNOWN_VALUES).toMatchObject({
    '--scorer': Object.keys(SCORERS),
    '--voices': Object.keys(EMBEDDERS),
    '--lid': Object.keys(IDENTIFIERS),
  });
});

it('every shell gets every command', () => {
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    const script = completionScript(shell, program);
    for (const command of program.commands) expect(script).toContain(command.name());
  }
});

/** What fish offers after `typed`, by the script itself, without what its own system-wide completions add. */
function fishOffers(typed: string): string[] {
  const script = `${completionScript('fish', program)}\ncomplete --do-complete ${JSON.stringify(typed)}`;
  const { stdout, stderr, status } = spawnSync('fish', ['--no-config', '-c', script], {
    encoding: 'utf8',
    cwd: import.meta.dirname,
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  // A line is `word<TAB>description`.
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.split('\t')[0]!);
}

describe.skipIf(!hasShell('fish'))('fish (needs fish)', () => {
  it('offers commands, options, choices, subcommands and files', () => {
    expect(fishOffers('turnwire re')).toEqual(['replay']);
    expect(fishOffers('turnwire run --prof')).toEqual(['--profile']);
    expect(fishOffers('turnwire live --endpoint r')).toEqual(['room']);
    expect(fishOffers('turnwire run --profile cutoff_5')).toEqual(['cutoff_5pct']);
    expect(fishOffers('turnwire run --scorer ')).toEqual(['learned', 'rules', 'smart-turn']);
    expect(fishOffers('turnwire corpus va')).toEqual(['validate']);
    expect(fishOffers('turnwire run completion.')).toEqual(['completion.test.ts']);
    expect(fishOffers('turnwire run --audio-of-no-such')).toEqual(['']);
  });

  it('offers only the commands at the first word, and each with its description', () => {
    expect(fishOffers('turnwire ')).toEqual(program.commands.map((command) => command.name()).sort());
    expect(fishOffers('turnwire corpus --')).not.toContain('--endpoint');
  });
});

/** What zsh's bash-compatible completion offers: the function is the one of bash, run by zsh. */
describe.skipIf(!hasShell('zsh'))('zsh (needs zsh)', () => {
  it('accepts the script and defines the completion', () => {
    const script = completionScript('zsh', program);
    const { stdout, stderr } = spawnSync(
      'zsh',
      ['-f', '-c', `autoload -Uz compinit && compinit -u -D\n${script}\nprint -r -- $_comps[turnwire]`],
      { encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    expect(stdout).toContain('_bash_complete');
  });
});
