import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { exportListed } from '../../src/cli/replay/export-listed.js';
import { Timeline } from '../../src/cli/replay/timeline.js';
import { toJsonLine } from '../../src/protocol/index.js';
import { listedEvents } from '../../src/tui/index.js';
import { roomLog } from '../helpers/events.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();
const log = roomLog();

/** What `e` writes and tells at 5 s of a room, on a terminal of `rows`. */
async function exported(rows: number): Promise<{ file: string; told: string }> {
  const file = path.join(await tempDir(), 'room.jsonl');
  const timeline = new Timeline(log);
  const state = timeline.moveTo(5);
  const options = { title: { command: 'replay', source: 'room', endpoint: 'room' }, keys: '' };
  const view = { state, listed: () => listedEvents(state, options, 80, rows) };
  return { file, told: await exportListed(file, log, view, 'jsonl') };
}

it('writes the log from the first event that the screen lists to now', async () => {
  const { file, told } = await exported(60);
  const target = file.replace('.jsonl', '.0.0-5.0s.jsonl');
  expect(told).toBe(`9 events written to ${target}`);
  expect(readFileSync(target, 'utf8')).toBe(log.slice(0, -1).map(toJsonLine).join(''));
});

it('writes nothing where the screen is too low for a list', async () => {
  expect((await exported(12)).told).toBe('the screen lists no event yet, so none is written');
});
