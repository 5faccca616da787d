/**
 * Comments cite documents that exist in this repository, or that anyone can find: every path in a comment of src is there, and
 * every heading that is cited stands in its document.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { repoRoot } from '../helpers/cli-process.js';

/** Paths of this repository as comments write them, and the heading that may follow in quotation marks. */
/** `models/vendor` exists only in the package. */
const CITATION =
  /\b((?:docs|models(?!\/vendor)|training|reports|bench|scripts|corpora|test|examples)\/[\w./-]*\w)(?:,? "([^"]+)")?/g;
/** Documents that are not part of the repository and that a comment therefore must not lean on. */
const ELSEWHERE = /service-v2|decisions\.md|DESIGN\.md|HOUSE\.md|STYLE\.md/;
/** A numbered section says whose it is in the same comment. */
const SECTION = /\bsections? \d/;
const KNOWN = /RFC \d+|eot-bench|arXiv|\b(19|20)\d\d\b/;

const files = readdirSync(path.join(repoRoot, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(ts|tsx|js)$/.test(file))
  .map((file) => path.join('src', file));

it.each(files)('%s cites what exists', (file) => {
  const bad = commentsOf(readFileSync(path.join(repoRoot, file), 'utf8')).flatMap((comment) => [
    ...(ELSEWHERE.test(comment) ? [comment] : []),
    ...(SECTION.test(comment) && !KNOWN.test(comment) ? [comment] : []),
    ...[...comment.matchAll(CITATION)]
      .filter(([, cited, heading]) => !stands(cited!, heading))
      .map(([citation]) => citation),
  ]);
  expect([...new Set(bad)]).toEqual([]);
});

function stands(cited: string, heading: string | undefined): boolean {
  const file = path.join(repoRoot, cited);
  if (!existsSync(file)) return false;
  if (heading === undefined) return true;
  const headings = readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm);
  return [...headings].some(([, text]) => text!.replaceAll('`', '') === heading.replaceAll('`', ''));
}

/** Whole comments, their lines joined. */
function commentsOf(source: string): string[] {
  const blocks = source.match(/\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n?)+/gm) ?? [];
  return blocks.map((block) => block.replace(/\n\s*(?:\*|\/\/)?\s*/g, ' '));
}
