/** The model runtime, onnxruntime-node: is there a build of it for this machine, and does it load? */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { messageOf, TurnwireError } from '../../protocol/errors.js';

const PACKAGE = 'onnxruntime-node';
/** Builds in version 1.30.0, by Node's names for platform and processor. */
const BUILDS = ['linux x64', 'linux arm64', 'win32 x64', 'win32 arm64', 'darwin arm64'];

/**
 * Loads the runtime. Commands call this before they import an engine: if a static import failed to load it, the process would end
 * with Node's stack trace instead of our sentence.
 * @returns its version
 * @throws TurnwireError kind `model` where there is no build for this machine, or it does not load
 */
export function requireRuntime(
  require: (name: string) => unknown = createRequire(import.meta.url),
  thisMachine = machine,
): string {
  const version = versionOf();
  try {
    require(PACKAGE);
    return version;
  } catch (cause) {
    const what = `${PACKAGE} ${version}, which runs the models,`;
    const here = thisMachine();
    const sentence = BUILDS.includes(here)
      ? `${what} does not load: ${messageOf(cause).split('\n')[0]}; run npm ci again on this machine.`
      : `${what} has no build for ${here}: use Linux (with glibc) or Windows on x64 or arm64, or macOS on Apple silicon.`;
    throw new TurnwireError('model', 'runtime_missing', sentence, { cause });
  }
}

/** This machine in the form of BUILDS. Linux with musl (Alpine) counts as another platform. */
function machine(): string {
  const report = process.platform === 'linux' ? process.report.getReport() : undefined;
  const isMusl =
    report && !(report as { header: { glibcVersionRuntime?: string } }).header.glibcVersionRuntime;
  return `${process.platform} ${process.arch}${isMusl ? ' with musl' : ''}`;
}

function versionOf(): string {
  const file = createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
