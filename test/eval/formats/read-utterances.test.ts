/** The encodings that transcripts come in. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readUtterances } from '../../../src/eval/formats/read-utterances.js';
import { useTempDir } from '../../helpers/temp-dir.js';

const tempDir = useTempDir();
const STM = 'm1 1 ana 0.5 1.5 su tel\xe9fono\n';

async function wordsOf(content: Uint8Array, name = 'words.stm'): Promise<string[]> {
  const file = path.join(await tempDir(), name);
  await writeFile(file, content);
  return (await readUtterances(file)).map(({ text }) => text);
}

it.each([
  ['UTF-8', Buffer.from(STM)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${STM}`)],
  ['UTF-16, little end first', Buffer.from(`\uFEFF${STM}`, 'utf16le')],
  ['UTF-16, big end first', Buffer.from(`\uFEFF${STM}`, 'utf16le').swap16()],
])('reads %s', async (_encoding, content) => {
  expect(await wordsOf(content)).toEqual(['su tel\xe9fono']);
});

const AMI_WORDS = `<?xml version="1.0" encoding="ISO-8859-1" standalone="yes"?>
<nite:root><w starttime="1" endtime="2">caf\xe9</w></nite:root>`;

it.each(['latin1', 'utf8'] as const)(
  'reads the XML of AMI, which says ISO-8859-1, in %s',
  async (encoding) => {
    expect(await wordsOf(Buffer.from(AMI_WORDS, encoding), 'm1.A.words.xml')).toEqual(['caf\xe9']);
  },
);

it('refuses any other, whose words would be scored with holes in them', async () => {
  await expect(wordsOf(Buffer.from(STM, 'latin1'))).rejects.toThrow(
    /cannot read \S+words\.stm: it is not UTF-8 text; save it as UTF-8$/,
  );
});
