/** The files of `src` and what each imports, for the checks of test/repo. Names are relative to `src`, with `/`. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const SRC = fileURLToPath(new URL('../../src', import.meta.url));

export interface SourceFile {
  readonly name: string;
  readonly text: string;
  /** Files of `src` that it imports, types included, at load or at call time. */
  readonly imports: readonly string[];
}

/** Every `.ts` and `.tsx` below `src`. */
export function sourceFiles(): SourceFile[] {
  const names = filesBelow(SRC).map((file) => path.relative(SRC, file).split(path.sep).join('/'));
  const known = new Set(names);
  return names.map((name) => {
    const text = readFileSync(path.join(SRC, name), 'utf8');
    const targets = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, target]) => target!);
    return { name, text, imports: targets.map((target) => resolved(name, target, known)) };
  });
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    if (statSync(file).isDirectory()) return filesBelow(file);
    return /\.tsx?$/.test(name) ? [file] : [];
  });
}

function resolved(from: string, target: string, known: ReadonlySet<string>): string {
  const base = path.posix.join(path.posix.dirname(from), target).replace(/\.js$/, '');
  return [`${base}.ts`, `${base}.tsx`].find((name) => known.has(name)) ?? base;
}

/** Groups of files that import each other in a circle (Tarjan's strongly connected components of two files and more). */
export function circles(files: readonly SourceFile[]): string[][] {
  const importsOf = new Map(files.map(({ name, imports }) => [name, imports]));
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (name: string): void => {
    index.set(name, index.size);
    lowest.set(name, index.get(name)!);
    open.push(name);
    for (const target of importsOf.get(name) ?? []) {
      if (!importsOf.has(target)) continue;
      if (!index.has(target)) visit(target);
      if (open.includes(target)) lowest.set(name, Math.min(lowest.get(name)!, lowest.get(target)!));
    }
    if (lowest.get(name) !== index.get(name)) return;
    const group = open.splice(open.indexOf(name));
    if (group.length > 1 || importsOf.get(name)!.includes(name)) found.push(group.sort());
  };
  for (const { name } of files) if (!index.has(name)) visit(name);
  return found;
}
