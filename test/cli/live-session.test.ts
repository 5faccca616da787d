/** Keys of a live session, on an engine and a view without models or terminal. */
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { LiveSession, type LiveSetup } from '../../src/cli/live/live-session.js';
import { Marks } from '../../src/cli/live/marks.js';
import type { Engine } from '../../src/engine/session/engine.js';
import type { WireEvent } from '../../src/protocol/events.js';
import { parseSessionStart } from '../../src/protocol/session-start.js';
import { initialState, type Key } from '../../src/tui/index.js';
import { scriptedEngine } from '../helpers/scripted-engine.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();

interface Played {
  readonly outcome: number | Error;
  readonly events: readonly WireEvent[];
  readonly notices: readonly string[];
}

/** A second of silence, the key, another second; `changes` are made to the engine before. */
async function press(key: Key, marks: Marks, changes: Partial<Engine> = {}): Promise<Played> {
  const session = parseSessionStart({}, 'room');
  const engine = Object.assign(scriptedEngine(session, 'test'), changes);
  const events: WireEvent[] = [];
  const notices: string[] = [];
  const stop = new AbortController();
  let pressed: (key: Key) => void = () => {};
  const setup: LiveSetup = {
    flags: { endpoint: 'room', transcript: true },
    session,
    policies: undefined,
    createEngine: () => engine,
    input: {
      name: 'test',
      totalSec: 2,
      warnings: [],
      paused: false,
      failure: undefined,
      async *pieces() {
        yield { samples: new Int16Array(16_000), messages: [], lagMs: 0 };
        pressed(key);
        await new Promise(setImmediate);
        if (!stop.signal.aborted) yield { samples: new Int16Array(16_000), messages: [], lagMs: 0 };
      },
    },
    output: { write: (event) => void events.push(event), close: () => {} },
    marks,
    openView: async ({ onKey }) => {
      pressed = onKey;
      return {
        state: initialState(),
        dispatch: () => {},
        reset: () => {},
        notice: (text) => void notices.push(text),
        listed: () => [],
        close: () => {},
      };
    },
    recorder: undefined,
    sourceName: 'test',
    signal: stop.signal,
    stop: () => stop.abort(),
  };
  const outcome = await new LiveSession(setup).run([]).catch((error: unknown) => error as Error);
  return { outcome, events, notices };
}

it('keeps a mark beside the log as an Audacity label', async () => {
  const log = path.join(await tempDir(), 'x.jsonl');
  const { outcome, notices } = await press('m', new Marks(log));
  expect(outcome).toBe(0);
  expect(notices).toEqual(['mark at 1.0 s']);
  expect(readFileSync(log.replace('.jsonl', '.marks.txt'), 'utf8')).toBe('1.000\t1.000\tmark 1\n');
});

it('refuses at the start a place where no mark can be kept, but not a pipe', async () => {
  const log = path.join(await tempDir(), 'x.jsonl');
  mkdirSync(log.replace('.jsonl', '.marks.txt'));
  expect(() => new Marks(log)).toThrow(/x\.marks\.txt cannot be written: it is a directory; name a file\.$/);
  expect(new Marks('/dev/null').add(1)).toBeUndefined();
});

it('says in the view that a mark cannot be kept, and goes on', async () => {
  const log = path.join(await tempDir(), 'x.jsonl');
  const marks = new Marks(log);
  mkdirSync(log.replace('.jsonl', '.marks.txt'));
  const { outcome, events, notices } = await press('m', marks);
  expect(outcome).toBe(0);
  expect(notices).toEqual([expect.stringMatching(/x\.marks\.txt cannot be written: it is a directory/)]);
  expect(marks.list).toEqual([1]);
  expect(events.at(-1)).toMatchObject({ type: 'session.summary', audio_s: 2 });
});

it('ends with its summary, and with the sentence, where the engine fails at a key', async () => {
  const control = () => Promise.reject(new Error('scripted fault'));
  const { outcome, events } = await press('f', new Marks(undefined), { control });
  expect(outcome).toMatchObject({ message: 'scripted fault' });
  expect(events.at(-1)).toMatchObject({ type: 'session.summary', audio_s: 1 });
});
