/** The screens that README and docs show are the captured ones of docs/screens. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { repoRoot } from '../helpers/cli-process.js';

const read = (file: string): string => readFileSync(`${repoRoot}${file}`, 'utf8');

describe('captured screens', () => {
  it.each([
    ['call-80x24.txt', 'README.md'],
    ['call-80x24.txt', 'docs/tour.md'],
    ['room-120x40.txt', 'docs/tour.md'],
  ])('%s stands in %s', (screen, page) => {
    const shown = read(`docs/screens/${screen}`).trimEnd();
    expect(shown).toContain('turnwire');
    expect(read(page)).toContain(`\`\`\`\n${shown}\n\`\`\``);
  });
});
