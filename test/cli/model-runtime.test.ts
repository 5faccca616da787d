// A machine without a build of the model runtime, or whose node_modules came from another one.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { requireRuntime } from '../../src/cli/machine/model-runtime.js';
import { runCli } from '../helpers/cli-process.js';
import { bookingCall } from '../helpers/recordings.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();
const missing = (): never => {
  throw new Error("Cannot find module 'onnxruntime_binding.node'\nRequire stack:\n- index.js");
};

it('tells its version where it loads', () => {
  expect(requireRuntime()).toMatch(/^\d+\.\d+\.\d+$/);
});

it('says which machines there is a build for, and what to do where it does not load, in one sentence', () => {
  expect(() => requireRuntime(missing, () => 'darwin x64')).toThrow(
    /^onnxruntime-node \S+, which runs the models, has no build for darwin x64: use Linux \(with glibc\) or Windows/,
  );
  expect(() => requireRuntime(missing, () => 'linux x64')).toThrow(
    /does not load: Cannot find module 'onnxruntime_binding.node'; run npm ci again on this machine\.$/,
  );
});

describe('where it does not load', () => {
  /** Preloaded: the binding of the runtime is not found. */
  async function withoutRuntime(): Promise<NodeJS.ProcessEnv> {
    const preload = path.join(await tempDir(), 'without-runtime.cjs');
    writeFileSync(
      preload,
      `const Module = require('node:module');
const resolve = Module._resolveFilename;
Module._resolveFilename = function (name, ...rest) {
  return resolve.call(this, name.endsWith('onnxruntime_binding.node') ? './no-such-binding.node' : name, ...rest);
};`,
    );
    return { NODE_OPTIONS: `--require ${preload}` };
  }

  it.each([
    ['run', bookingCall],
    ['live', '--input', bookingCall, '--plain'],
    ['serve', '--port', '0'],
    ['eval', 'sample-calls', '--limit', '1'],
  ])('%s says so and exits with 4', async (...args) => {
    const { code, stdout, stderr } = await runCli(args, await withoutRuntime());
    expect(stderr).toMatch(/^turnwire: onnxruntime-node \S+, which runs the models, does not load: .+\n$/);
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
  });

  it('doctor counts it among its checks and goes on', async () => {
    const { code, stdout, stderr } = await runCli(['doctor'], await withoutRuntime());
    expect(stdout).toMatch(/^FAIL onnxruntime +onnxruntime-node \S+, which runs the models, does not load/m);
    expect(stdout).toMatch(/^ok +model eot-fusion/m);
    expect(stderr).toMatch(/^turnwire: 1 of \d+ checks failed\n$/);
    expect(code).toBe(4);
  });
});
