/** `npm pack` runs scripts/vendor-models.mjs: a package without one of its models is not published. */
import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { repoRoot } from '../helpers/cli-process.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();

it('refuses to go on where the model of an npm package is not there', async () => {
  const root = await tempDir();
  for (const file of [
    'scripts/vendor-models.mjs',
    'dist/inference/catalogue.js',
    'dist/inference/model-list.js',
    'dist/inference/model-source.js',
    'dist/protocol/errors.js',
  ])
    cpSync(path.join(repoRoot, file), path.join(root, file));
  writeFileSync(path.join(root, 'package.json'), '{"type":"module"}');
  const env = { ...process.env, TURNWIRE_MODELS: path.join(root, 'none') };
  const { status, stderr } = spawnSync(process.execPath, ['scripts/vendor-models.mjs'], { cwd: root, env });
  expect(stderr.toString()).toContain('model file silero-vad/silero_vad_v6.onnx was not found');
  expect(status).toBe(1);
});
