import { describe, expect, it } from 'vitest';
import { buildProgram } from '../../src/cli/main.js';
import { EMBEDDERS, IDENTIFIERS } from '../../src/engine/room/room-setup.js';
import { SCORERS } from '../../src/engine/session/scorers.js';

const program = buildProgram();

function helpOf(name: string): string {
  let text = '';
  const command = program.commands.find((candidate) => candidate.name() === name)!;
  command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
  return text;
}

describe.each(program.commands.map((command) => command.name()))('turnwire %s --help', (name) => {
  const examples = /Examples:\n([\s\S]*)/.exec(helpOf(name))?.[1]?.trim().split('\n') ?? [];

  it('has examples', () => {
    expect(examples.length).toBeGreaterThan(0);
  });

  it('uses only options that the command has', () => {
    const command = program.commands.find((candidate) => candidate.name() === name)!;
    for (const example of examples) {
      const own = new RegExp(`turnwire ${name}\\b([^|;&)]*)`).exec(example)?.[1];
      if (own === undefined) continue;
      const words = own.trim().split(/\s+/);
      const inner = command.commands.find((candidate) => candidate.name() === words[0]) ?? command;
      const known = inner.options.map((option) => option.long);
      for (const word of words.filter((candidate) => /^--[a-z]/.test(candidate)))
        expect(known).toContain(word);
    }
  });
});

it.each([
  ['run', '--scorer', SCORERS],
  ['live', '--scorer', SCORERS],
  ['serve', '--scorer', SCORERS],
  ['eval', '--scorer', SCORERS],
  ['run', '--voices', EMBEDDERS],
  ['run', '--lid', IDENTIFIERS],
])('turnwire %s --help names each value of %s', (name, flag, values) => {
  const option = program.commands
    .find((candidate) => candidate.name() === name)!
    .options.find((candidate) => candidate.long === flag)!;
  for (const value of Object.keys(values)) expect(option.description).toContain(value);
});
