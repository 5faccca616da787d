/** `client --tui` on a real terminal against a real `serve`: the screen of live, keys that send messages, the log. */
import { execFileSync } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_PATIENCE } from '../../src/client/patience.js';
import { checkLog } from '../../src/protocol/check-log.js';
import { startProcess, type ServeProcess } from '../helpers/serve-process.js';
import { useTempDir } from '../helpers/temp-dir.js';
import { hasTmux, TerminalPane } from '../helpers/terminal-pane.js';

const tempDir = useTempDir();
let pane: TerminalPane;
let serve: ServeProcess;

const client = (audio: string, flags: string): string =>
  `'${process.execPath}' bin/turnwire.js client ${serve.url.replace('http', 'ws')} ${audio} --api-key key --tui ${flags}`;

describe.skipIf(!hasTmux)('turnwire client --tui on a terminal (needs tmux)', () => {
  beforeEach(async () => {
    serve = await startProcess(['--api-key', 'key', '--log-level', 'error']);
    pane = await TerminalPane.open();
  });
  afterEach(async () => {
    pane.close();
    serve.child.kill('SIGCONT');
    serve.child.kill('SIGTERM');
    await serve.exited;
  });

  it('gives the terminal back when it is told to stop, and a second signal ends it at once', async () => {
    const before = pane.modes();
    // 3 s of sound, then none: nothing is drawn that need not be.
    const pipe = path.join(await tempDir(), 'pipe.wav');
    execFileSync('mkfifo', [pipe]);
    const sound = createWriteStream(pipe);
    sound.write(readFileSync('corpora/sample-calls/audio/booking-call.wav').subarray(0, 96_000));
    pane.enter(client(pipe, ''));
    await pane.until('speech', () => /vad\.start +speech/.test(pane.text()));
    await delay(2_000);
    // Its notice goes after 2.5 s.
    pane.type('f');
    await pane.until('notice', () => pane.text().includes('finalize is for rooms'));
    // session.end stays without its answer.
    serve.child.kill('SIGSTOP');
    const pid = pane.commandPid();
    process.kill(pid, 'SIGTERM');
    await pane.until('terminal', () => pane.state() === '0 1');
    const left = pane.text();
    await delay(3_000);
    expect(pane.text()).toBe(left);
    expect(pane.commandPid()).toBe(pid);
    const stoppedMs = performance.now();
    pane.press('C-c');
    await pane.prompt();
    expect(performance.now() - stoppedMs).toBeLessThan(DEFAULT_PATIENCE.stopMs / 2);
    expect(pane.modes()).toBe(before);
    sound.destroy();
  });

  it('shows a stream, tells the service when the agent speaks, ends on q, keeps the log', async () => {
    const log = path.join(await tempDir(), 'call.jsonl');
    pane.enter(client('corpora/sample-calls/audio/booking-call.wav', `--signals bargein --out ${log}`));
    await pane.until('speech', () => /vad\.start +speech/.test(pane.text()));
    expect(pane.state()).toBe('1 0');
    expect(pane.text().split('\n')[0]).toMatch(
      /^turnwire client {2}stream cutoff_10pct {2}booking-call\.wav to 127\.0… 0:\d\d\.\d \/ 0:\d\d\.\d$/,
    );
    expect(pane.text()).toMatch(/^level {2}[█░]/m);
    pane.type('a');
    await pane.until('class', () => /bargein\.class/.test(pane.text()));
    pane.type('q');
    await pane.until('summary', () => /closed with 1000/.test(pane.text()));
    await pane.prompt();
    expect(pane.state()).toBe('0 1');
    const { violations, events } = checkLog(readFileSync(log, 'utf8'));
    expect(violations).toEqual([]);
    expect(events.map(({ event }) => event)).toContainEqual(
      expect.objectContaining({ type: 'bargein.onset', utterance_id: 'agent_1' }),
    );
    expect(events.at(-1)!.event.type).toBe('session.summary');
  });

  it('shows the words of a room and finalizes them on f', async () => {
    const log = path.join(await tempDir(), 'room.jsonl');
    pane.enter(client('corpora/sample-rooms/audio/garden-club.flac', `--endpoint room --out ${log}`));
    await pane.until('words', () => /spk_1/.test(pane.text()));
    pane.type('f');
    await pane.until('flush', () => readFileSync(log, 'utf8').includes('asr.flushed'));
    pane.press('C-c');
    await pane.until('summary', () => /closed with 1000/.test(pane.text()));
    await pane.prompt();
    expect(pane.state()).toBe('0 1');
  });

  it('ends the session and gives the terminal back after SIGHUP', async () => {
    pane.enter(client('corpora/sample-calls/audio/booking-call.wav', ''));
    await pane.until('speech', () => /vad\.start +speech/.test(pane.text()));
    process.kill(pane.commandPid(), 'SIGHUP');
    await pane.until('summary', () => /closed with 1000/.test(pane.text()));
    await pane.prompt();
    expect(pane.state()).toBe('0 1');
  });

  it('says on a clean terminal why it was refused', async () => {
    pane.enter(client('corpora/sample-calls/audio/booking-call.wav', '--profile no_such'));
    await pane.until('refusal', () => /unknown eot profile/.test(pane.text()));
    await pane.prompt();
    expect(pane.state()).toBe('0 1');
  });
});
