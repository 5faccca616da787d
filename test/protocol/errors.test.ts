import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { messageOf } from '../../src/protocol/errors.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();

describe('messageOf', () => {
  it('says in words what the system says of a file', async () => {
    const file = path.join(await tempDir(), 'file');
    writeFileSync(file, '');
    expect(toldOf(() => mkdirSync(file, { recursive: true }))).toBe('it is a file where a folder is needed');
    expect(toldOf(() => readFileSync(`${file}.txt`))).toBe('there is no such file or folder');
  });
});

function toldOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return messageOf(error);
  }
  return '';
}
