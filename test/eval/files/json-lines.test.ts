import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readJsonLines } from '../../../src/eval/files/json-lines.js';
import { useTempDir } from '../../helpers/temp-dir.js';

const tempDir = useTempDir();

async function read(content: string | Uint8Array): Promise<unknown[]> {
  const file = path.join(await tempDir(), 'rows.jsonl');
  await writeFile(file, content);
  return readJsonLines(file, z.object({ text: z.string() }));
}

describe('JSON Lines', () => {
  it.each([
    ['LF', '{"text":"a"}\n{"text":"b"}\n'],
    ['CRLF, a mark and empty lines', '\uFEFF{"text":"a"}\r\n\r\n{"text":"b"}\r\n'],
    ['no line break at the end', '{"text":"a"}\n{"text":"b"}'],
  ])('end in %s', async (_what, content) => {
    expect(await read(content)).toEqual([{ text: 'a' }, { text: 'b' }]);
  });

  it('hold any sign that JSON may, and are of any length', async () => {
    for (const text of ['a\u2028b\u2029c', 'teléfono '.repeat(30_000)]) {
      expect(await read(`${JSON.stringify({ text })}\n`)).toEqual([{ text }]);
    }
  });

  it('are refused where they are no UTF-8, as JSON is', async () => {
    for (const encoding of ['latin1', 'utf16le'] as const) {
      await expect(read(Buffer.from('{"text":"\xbftel\xe9fono?"}\n', encoding))).rejects.toThrow(
        /cannot read \S+rows\.jsonl:1: it is not UTF-8 text; save it as UTF-8$/,
      );
    }
    await expect(read(Buffer.from('{"text":"a"}\n\xe9', 'latin1'))).rejects.toThrow(
      'rows.jsonl:2: it is not UTF-8 text',
    );
  });

  it('are named by their line where one is wrong', async () => {
    await expect(read('{"text":"a"}\n\n{"text":1}\n')).rejects.toThrow(/rows\.jsonl:3: text: /);
    await expect(readJsonLines('none.jsonl', z.any())).rejects.toThrow('cannot read none.jsonl: there is no');
  });
});
