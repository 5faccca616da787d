// A standard export in the model folder, as a person puts it there, runs by the code of the shipped model.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { recogniserOf } from '../../../src/asr/decodable-languages.js';
import { decodeKernelFor } from '../../../src/asr/decode-kernels.js';
import { TokenTable } from '../../../src/asr/whisper/token-table.js';
import { createInlineInference } from '../../../src/inference/index.js';
import { repo } from '../../helpers/recordings.js';
import { runCli } from '../../helpers/cli-process.js';
import { writeTinyWhisper } from '../../helpers/tiny-whisper.js';

let folder: string;
let tokens: number[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'turnwire-models-'));
  process.env.TURNWIRE_MODELS = folder;
  const table = TokenTable.parse(await readFile(`${repo}models/whisper-base/tokens.txt`, 'utf8'));
  const idOf = (text: string) =>
    Array.from({ length: 50_257 }, (_, id) => id).find((id) => table.rawText([id]) === text)!;
  tokens = [' Guten', ' Tag', '.'].map(idOf);
});

afterEach(async () => {
  delete process.env.TURNWIRE_MODELS;
  await rm(folder, { recursive: true });
});

const decode = () => {
  const audio = Float32Array.from({ length: 32_000 }, (_, i) => Math.sin(i / 20) / 4);
  const input = { audio, language: 'de', forbidEmpty: true } as const;
  return createInlineInference().call(decodeKernelFor('de', 'large'), input);
};

it.each([
  ['in one file each', false],
  ['with constants in a file of their own', true],
])('decodes by an export %s', async (_, ownFile) => {
  await writeTinyWhisper(path.join(folder, 'whisper-small'), tokens, ownFile);
  expect(recogniserOf('de').folder).toBe('whisper-small');
  expect(recogniserOf('en').family).toBe('moonshine');
  const { text, words, stopped, punctuation } = await decode();
  expect([text, stopped]).toEqual(['Guten Tag.', 'end']);
  expect(words.map((word) => word.text)).toEqual(['Guten', 'Tag.']);
  expect(punctuation!.terminal).toBeGreaterThan(-0.01);
});

it('says what is missing if the file of the constants is', async () => {
  // Models of the other tests' folder are loaded already.
  await writeTinyWhisper(path.join(folder, 'whisper-large-v3-turbo'), tokens, true);
  await rm(path.join(folder, 'whisper-large-v3-turbo/encoder_model.onnx_data'));
  await expect(decode()).rejects.toThrow(
    /whisper-large-v3-turbo\/encoder_model\.onnx .*encoder_model\.onnx_data beside it/,
  );
});

it('writes the words of a room', async () => {
  await writeTinyWhisper(path.join(folder, 'whisper-small'), tokens);
  const args = [
    'run',
    `${repo}corpora/sample-turns/audio/en-bargein-03.flac`,
    '--endpoint',
    'room',
    '--language',
    'de',
  ];
  const { code, stdout } = await runCli(args, { TURNWIRE_MODELS: folder });
  expect(code).toBe(0);
  expect(stdout).toMatch(/"asr\.final".*"text":"Guten Tag/);
});
