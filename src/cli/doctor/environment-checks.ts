/** Checks of `turnwire doctor` on Node, the machine, the model runtime, other programs, and folders to write to. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import os from 'node:os';
import { installHint } from '../../audio/index.js';
import { messageOf } from '../../protocol/errors.js';

import { requireRuntime } from '../machine/model-runtime.js';
import { tooOldNode } from '../machine/node-version.js';
import { checkMicrophone } from './microphone-check.js';
import type { Check } from './check.js';

export async function* checkEnvironment(): AsyncGenerator<Check> {
  yield nodeCheck();
  yield machineCheck();
  yield runtimeCheck();
  yield await checkMicrophone();
  const ffmpeg = spawnSync('ffmpeg', ['-version'], { encoding: 'utf8' });
  yield ffmpeg.status === 0
    ? { name: 'ffmpeg', status: 'ok', detail: ffmpeg.stdout.split('\n')[0]!.replace(/ Copyright.*/, '') }
    : {
        name: 'ffmpeg',
        status: 'warn',
        detail: `not on PATH; m4a and video need it: ${installHint('ffmpeg')}`,
      };
  yield writeCheck('write here', process.cwd(), 'warn');
  yield writeCheck('write temporary files', os.tmpdir(), 'fail');
}

function nodeCheck(): Check {
  const fault = tooOldNode();
  return {
    name: 'node',
    status: fault ? 'fail' : 'ok',
    detail: fault ?? process.version,
    data: { version: process.version },
  };
}

function machineCheck(): Check {
  const cores = os.availableParallelism();
  const memoryGb = os.totalmem() / 2 ** 30;
  return {
    name: 'machine',
    status: 'ok',
    detail: `${process.platform} ${process.arch}, ${cores} core(s), ${memoryGb.toFixed(1)} GB of memory`,
    data: {
      platform: process.platform,
      arch: process.arch,
      cores,
      memory_gb: Math.round(memoryGb * 10) / 10,
    },
  };
}

function runtimeCheck(): Check {
  try {
    const version = requireRuntime();
    return { name: 'onnxruntime', status: 'ok', detail: `onnxruntime-node ${version}`, data: { version } };
  } catch (error) {
    return { name: 'onnxruntime', status: 'fail', detail: messageOf(error) };
  }
}

function writeCheck(name: string, dir: string, otherwise: 'warn' | 'fail'): Check {
  try {
    accessSync(dir, constants.W_OK);
    return { name, status: 'ok', detail: dir };
  } catch (error) {
    return { name, status: otherwise, detail: `${dir} takes no files: ${messageOf(error)}` };
  }
}
