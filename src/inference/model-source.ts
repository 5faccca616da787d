/**
 * A model file in memory for as long as its graph is read and rewritten. The rewritten graph names the place of each large constant
 * in the file instead of holding a copy, and onnxruntime reads it from there: copies of 63 MB of English weights, in the heap and in
 * the model that onnxruntime parses, would cost a process 190 MB.
 */
import { open, realpath } from 'node:fs/promises';
import path from 'node:path';

export interface ModelSource {
  /** Absolute path of the file, free of symbolic links. */
  readonly path: string;
  /** Empty after `release`. */
  readonly bytes: Uint8Array;
  /** Gives the memory back at once; a garbage collection may come much later. */
  release(): void;
}

/** The constructor of memory that can be given back: in every supported Node, not yet in the types of its language version. */
const ResizableMemory = ArrayBuffer as unknown as new (
  size: number,
  options: { maxByteLength: number },
) => ArrayBuffer & { resize(size: number): void };

/** Reads a file whole. @throws Error of the file system */
export async function readSource(file: string): Promise<ModelSource> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const memory = new ResizableMemory(size, { maxByteLength: size });
    const bytes = new Uint8Array(memory);
    for (let at = 0; at < size;) {
      const { bytesRead } = await handle.read(bytes, at, size - at, at);
      if (bytesRead === 0) throw new Error('the file became shorter while it was read');
      at += bytesRead;
    }
    return { path: await realpath(file), bytes, release: () => memory.resize(0) };
  } finally {
    await handle.close();
  }
}

/** The folder that locations of constants start from: the only one that holds every model, wherever it is installed. */
export const WEIGHTS_FOLDER = path.parse(process.cwd()).root;

/** Where `data` lies in one of the files, for onnxruntime; undefined if it is in none of them, or on another drive. */
export function placeOf(
  data: Uint8Array,
  sources: readonly ModelSource[],
): { readonly location: string; readonly offset: number; readonly length: number } | undefined {
  const source = sources.find(({ bytes }) => bytes.buffer === data.buffer);
  if (!source || path.parse(source.path).root !== WEIGHTS_FOLDER) return undefined;
  return {
    location: path.relative(WEIGHTS_FOLDER, source.path),
    offset: data.byteOffset - source.bytes.byteOffset,
    length: data.length,
  };
}
