/** What git keeps: a teaching writes its networks beside its scripts, and six of 8 MB once came in with a card. */
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const MOST_BYTES = 1_000_000;
/** Where a file may be larger: what ships, and the readings that taught it. */
const LARGE = [/^models\//, /^corpora\//, /^training\/data\/readings\/pauses-of-written-calls\.tsv$/];

function keptFiles(): string[] | undefined {
  try {
    return execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', stdio: 'pipe' })
      .split('\0')
      .filter(Boolean);
  } catch {
    return undefined;
  }
}

const kept = keptFiles();

describe.skipIf(!kept?.length)('the files that git keeps', () => {
  it('are large only where something ships', () => {
    const size = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    const large = kept!.filter((file) => size(file) > MOST_BYTES);
    expect(large.filter((file) => !LARGE.some((place) => place.test(file)))).toEqual([]);
    expect(large).toContain('models/language-encoder/model.onnx');
  });
});
