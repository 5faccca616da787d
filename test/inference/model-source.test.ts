/** A session reads large constants from the published file and computes the same numbers as one that holds them itself. */
import { copyFile, truncate } from 'node:fs/promises';
import path from 'node:path';
import { Tensor } from 'onnxruntime-node';
import { expect, it } from 'vitest';
import { locateModel, modelFile, openModel } from '../../src/inference/catalogue.js';
import { placeOf, readSource, WEIGHTS_FOLDER, type ModelSource } from '../../src/inference/model-source.js';
import { decodeModel, encodeModel } from '../../src/inference/onnx/onnx-graph.js';
import { kernelContext } from '../../src/inference/session.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();
const SOUND = Float32Array.from({ length: 24_000 }, (_, i) => 0.1 * Math.sin(i / 9) * Math.sin(i / 3000));

async function probabilities(bytes: Uint8Array): Promise<Float32Array> {
  const session = await kernelContext.createSession(bytes);
  const out = await session.run({ samples: new Tensor('float32', SOUND, [1, SOUND.length]) });
  return out.probabilities!.data as Float32Array;
}

it('leaves large constants in the file, with the same result', async () => {
  const source = await openModel('language-encoder');
  const model = decodeModel(source.bytes);
  const [held, left] = [encodeModel(model, model.graph!), encodeModel(model, model.graph!, [source])];
  const expected = await probabilities(held);
  source.release();
  expect(source.bytes).toHaveLength(0);
  expect(left.length).toBeLessThan(held.length / 5);
  expect(expected.some((p) => p > 0.01)).toBe(true);
  expect(await probabilities(left)).toEqual(expected);
});

it('says where a constant lies, and nothing of constants from elsewhere', async () => {
  const source = await openModel('bargein-claim');
  const { root } = path.parse(source.path);
  expect(root).toBe(WEIGHTS_FOLDER);
  expect(placeOf(source.bytes.subarray(100, 250), [source])).toEqual({
    location: path.relative(root, source.path),
    offset: 100,
    length: 150,
  });
  expect(placeOf(source.bytes.slice(100, 250), [source])).toBeUndefined();
  const elsewhere: ModelSource = { ...source, path: 'memory' };
  expect(placeOf(source.bytes.subarray(100, 250), [elsewhere])).toBeUndefined();
});

it('refuses a session if the file has become too short since', async () => {
  const file = path.join(await tempDir(), 'copy.onnx');
  await copyFile(locateModel(modelFile('language-encoder'))!, file);
  const source = await readSource(file);
  const model = decodeModel(source.bytes);
  const left = encodeModel(model, model.graph!, [source]);
  await truncate(file, 100_000);
  await expect(kernelContext.createSession(left)).rejects.toThrow();
});
