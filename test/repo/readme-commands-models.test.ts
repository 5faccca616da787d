/**
 * Every command of the README, the tour and the recipes is executed, in order, in a folder where `corpora/` lies.
 * Blocks marked `sh no-run` need a device, a file of the reader's or run for ever; they are only parsed: their
 * turnwire commands must know every option that they use.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../../src/cli/main.js';

const root = path.join(import.meta.dirname, '../..');
const PAGES = ['README.md', 'docs/tour.md', 'docs/recipes.md'];
/** Done by whoever runs the tests, or by the tests themselves. */
const ELSEWHERE = /^npm (ci|test|run)/;
const TIMEOUT_MS = 240_000;

interface Block {
  page: string;
  line: number;
  runs: boolean;
  commands: string[];
}

const blocks = PAGES.filter((page) => existsSync(path.join(root, page))).flatMap(blocksOf);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'turnwire-docs-'));
  symlinkSync(path.join(root, 'corpora'), path.join(folder, 'corpora'));
  for (const name of ['turnwire', 'npx']) {
    const shift = name === 'npx' ? 'shift; ' : '';
    const program = path.join(folder, name);
    writeFileSync(program, `#!/bin/sh\n${shift}exec '${process.execPath}' '${root}/bin/turnwire.js' "$@"\n`);
    chmodSync(program, 0o755);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('commands of the documentation', () => {
  const runnable = blocks
    .filter((block) => block.runs)
    .flatMap((block) => block.commands.map((command) => ({ ...block, command })));

  it('are there', () => {
    for (const page of PAGES) expect(runnable.some((block) => block.page === page)).toBe(true);
  });

  it.each(runnable)(
    '$page:$line $command',
    async ({ command }) => {
      const missing = ['jq', 'python3'].filter(
        (tool) => command.includes(tool) && spawnSync(tool, ['--version']).status !== 0,
      );
      if (missing.length > 0) return console.warn(`skipped, no ${missing.join(', ')}: ${command}`); // eslint-disable-line no-console
      const { code, stderr } = await inFolder(command);
      expect(stderr).not.toMatch(/^ {4}at /m);
      expect(code, stderr).toBe(0);
    },
    TIMEOUT_MS,
  );

  const shown = blocks.flatMap((block) =>
    block.commands.flatMap((command) => turnwireCalls(command).map((call) => ({ ...block, call }))),
  );
  it.each(shown)('$page:$line knows the options of: turnwire $call', ({ call }) => {
    const words = call.split(/\s+/);
    const program = buildProgram();
    const command = program.commands.find((candidate) => candidate.name() === words[0]);
    expect(command, `no command ${words[0]}`).toBeDefined();
    const inner = command!.commands.find((candidate) => candidate.name() === words[1]) ?? command!;
    const known = ['--help', ...inner.options.map((option) => option.long)];
    for (const word of words.filter((candidate) => /^--[a-z]/.test(candidate))) expect(known).toContain(word);
  });
});

function blocksOf(page: string): Block[] {
  const text = readFileSync(path.join(root, page), 'utf8');
  return [...text.matchAll(/^```sh( no-run)?\n([\s\S]*?)^```/gm)].map((match) => ({
    page,
    line: text.slice(0, match.index).split('\n').length + 1,
    runs: match[1] === undefined,
    commands: commandsIn(match[2]!),
  }));
}

/** One command a line, here-documents whole, what is done elsewhere left out. */
function commandsIn(body: string): string[] {
  const commands: string[] = [];
  const lines = body.trimEnd().split('\n');
  for (let i = 0; i < lines.length; i++) {
    let command = lines[i]!;
    const heredoc = /<<'?(\w+)'?/.exec(command);
    if (heredoc) {
      do command += `\n${lines[++i]!}`;
      while (lines[i] !== heredoc[1]);
    }
    const kept = command.split(' && ').filter((part) => !ELSEWHERE.test(part));
    if (kept.length > 0 && command.trim() !== '') commands.push(kept.join(' && '));
  }
  return commands;
}

function turnwireCalls(command: string): string[] {
  return [...command.matchAll(/(?:^|[|;(&]\s*|npx )turnwire ([a-z][^|;&)\n]*)/g)].map((match) =>
    match[1]!.trim(),
  );
}

function inFolder(command: string): Promise<{ code: number | null; stderr: string }> {
  const env = { ...process.env, PATH: `${folder}${path.delimiter}${process.env.PATH}` };
  // exec: Ctrl-C below must reach the command, not a shell around it.
  const child = spawn('bash', ['-c', command.startsWith('turnwire live') ? `exec ${command}` : command], {
    cwd: folder,
    env,
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdout.resume();
  // A live session of a recording ends by itself, in real time; a few seconds of it are enough here.
  if (command.startsWith('turnwire live')) setTimeout(() => child.kill('SIGINT'), 8_000);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stderr })));
}
