/** What `client` keeps of a service whose events are not as `/v2` describes them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ClientLog } from '../../src/cli/client/client-log.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();

it('keeps a line whose seq is nested deeper than the stack', async () => {
  const out = path.join(await tempDir(), 'a.jsonl');
  const line = `{"type":"vad.start","seq":${'['.repeat(1e5)}${']'.repeat(1e5)}}`;
  const log = new ClientLog({ out }, false);
  const event = JSON.parse(line) as Record<string, unknown>;
  expect(log.write({ line, event, wallMs: 1500, sentSec: 1, lagMs: undefined })).toBeUndefined();
  log.close();
  expect(log.unknown).toBe(1);
  expect(readFileSync(out, 'utf8')).toBe(`${line}\n`);
  expect(readFileSync(out.replace('.jsonl', '.arrivals.jsonl'), 'utf8')).toBe(
    '{"type":"vad.start","wall_s":1.5,"sent_s":1}\n',
  );
});
