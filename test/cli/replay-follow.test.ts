/** `replay --follow` on logs that grow while it reads them. */
import { appendFile, mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { logToFollow, tailLines } from '../../src/cli/replay/log-tail.js';
import { toJsonLine } from '../../src/protocol/events.js';
import { finished, runCli, startCli } from '../helpers/cli-process.js';
import { callLog } from '../helpers/events.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();
const never = new AbortController().signal;

async function collect(file: string, signal = never): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of tailLines(file, signal, () => {})) lines.push(line);
  return lines;
}

describe('the tail of a log', () => {
  it('gives lines as they are written, cut anywhere, and ends when the file is renamed', async () => {
    const file = path.join(await tempDir(), 'x.partial.jsonl');
    const lines = collect(file);
    await sleep(50);
    const bytes = Buffer.from('"é"\n"b"\n"ü');
    for (const byte of bytes) await appendFile(file, Buffer.of(byte));
    await sleep(300);
    await rename(file, file.replace('.partial', ''));
    expect(await lines).toEqual(['"é"', '"b"', '"ü']);
  });

  it('says once that it waits for a file, and ends at the signal', async () => {
    const stop = new AbortController();
    let waits = 0;
    const missing = path.join(await tempDir(), 'missing.jsonl');
    setTimeout(() => stop.abort(), 350);
    for await (const line of tailLines(missing, stop.signal, () => (waits += 1))) expect(line).toBe('');
    expect(waits).toBe(1);
  });

  it('takes from a folder the newest session that is under way', async () => {
    const dir = path.join(await tempDir(), 'calls');
    await mkdir(dir);
    await writeFile(path.join(dir, 'done.jsonl'), '');
    await expect(logToFollow(dir)).rejects.toThrow(/no session is being recorded in/);
    await writeFile(path.join(dir, 'a.partial.jsonl'), '');
    await sleep(20);
    await writeFile(path.join(dir, 'b.partial.jsonl'), '');
    expect(await logToFollow(dir)).toBe(path.join(dir, 'b.partial.jsonl'));
  });
});

describe('turnwire replay --follow', () => {
  it('prints each event as it comes, names a line that is none, and ends at the summary', async () => {
    const file = path.join(await tempDir(), 'log.jsonl');
    const log = callLog().map(toJsonLine);
    await writeFile(file, log.slice(0, 2).join('') + 'nonsense\n');
    const child = startCli(['replay', '--follow', file]);
    let shown = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
    const ended = finished(child);
    while (!shown.includes('speech')) await sleep(50);
    expect(shown).not.toContain('session over');
    await appendFile(file, log.slice(2).join(''));
    expect(await ended).toMatchObject({
      code: 0,
      stderr: `turnwire: ${file}:3: not JSON: nonsense\n`,
    });
    expect(shown).toContain('session over');
  });

  it.each([
    ['--check', ['--check']],
    ['--from', ['--from', '3']],
    ['--audio', ['--audio', 'x.wav']],
  ])('refuses %s, which needs the whole log', async (flag, args) => {
    const { code, stderr } = await runCli(['replay', '--follow', 'x.jsonl', ...args]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `turnwire: ${flag} needs a log that is complete, and --follow reads one that is being written: leave one of them out\n`,
    });
  });
});
