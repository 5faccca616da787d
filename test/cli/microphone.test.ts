/** A microphone that starts and fails, or gives nothing but zeros: what `live` and `doctor` say, with a recorder made for the test. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { checkMicrophone } from '../../src/cli/doctor/microphone-check.js';
import { openLiveInput } from '../../src/cli/live/live-input.js';
import { amplitudeVad } from '../helpers/scripted.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();
afterEach(() => void vi.unstubAllEnvs());

/** Puts a program called `sox` on PATH, alone, that runs this code. */
async function recorder(code: string): Promise<void> {
  const dir = await tempDir();
  await writeFile(path.join(dir, 'sox'), `#!${process.execPath}\n${code}\n`, { mode: 0o755 });
  vi.stubEnv('PATH', dir);
}

const NO_DEVICE = `process.stderr.write("sox WARN alsa: rate\\nsox FAIL formats: can't open input 'default'\\n"); process.exit(2);`;
const OWN_WORDS =
  "the microphone program sox ended with exit code 2 (sox FAIL formats: can't open input 'default')";
const sound = (sample: number): string =>
  `setInterval(() => process.stdout.write(Buffer.alloc(3200, Buffer.from(Int16Array.of(${sample}).buffer))), 50);`;

const listen = (more: { signal?: AbortSignal; onNoSound?: (sentence: string) => void } = {}) =>
  openLiveInput({
    input: undefined,
    channel: undefined,
    agentChannel: undefined,
    inference: amplitudeVad,
    signal: new AbortController().signal,
    ...more,
  });

describe('live', () => {
  it("says in the recorder's own words why no sound came", async () => {
    await recorder(NO_DEVICE);
    await expect(listen()).rejects.toMatchObject({
      kind: 'source',
      message: `${OWN_WORDS}; turnwire doctor tries the microphone`,
    });
  });

  it('says that a recorder ended without a word and without sound', async () => {
    await recorder('process.exit(0);');
    await expect(listen()).rejects.toThrow(
      'the microphone (sox) ended before any sound came; turnwire doctor',
    );
  });

  it("keeps the recorder's words if it ends without an error code", async () => {
    await recorder(`process.stderr.write('arecord: audio open error: No such device\\n'); process.exit(0);`);
    await expect(listen()).rejects.toThrow(
      'the microphone (sox) ended before any sound came (arecord: audio open error: No such device); turnwire doctor',
    );
  });

  it('leaves progress lines out of the words', async () => {
    await recorder(
      `process.stderr.write('In:0.00% 00:00:00.00\\rsox FAIL alsa: device gone\\r\\n'); process.exit(1);`,
    );
    await expect(listen()).rejects.toThrow('ended with exit code 1 (sox FAIL alsa: device gone)');
  });

  it('says that a microphone is open and gives no sound, and goes on waiting', async () => {
    await recorder('setInterval(() => {}, 1000);');
    const stopped = new AbortController();
    const sentence = await new Promise<string>((resolve) => {
      listen({ signal: stopped.signal, onNoSound: resolve }).catch(() => {});
    });
    stopped.abort();
    expect(sentence).toBe('the microphone (sox) has given no sound for 3 s; still waiting, Ctrl-C ends');
  });
});

describe('doctor', () => {
  it("reports a microphone that fails in the recorder's own words", async () => {
    await recorder(NO_DEVICE);
    expect(await checkMicrophone()).toMatchObject({ status: 'warn', detail: OWN_WORDS });
  });

  it('says how much sound came, and how loud it is', async () => {
    await recorder(sound(3277));
    expect(await checkMicrophone()).toMatchObject({
      status: 'ok',
      detail: 'through sox: 0.5 s of sound at -20 dBFS',
    });
  });

  it('notices a microphone that is muted', async () => {
    await recorder(sound(0));
    expect(await checkMicrophone()).toMatchObject({
      status: 'warn',
      detail: expect.stringMatching(
        /^through sox: 0\.5 s of sound, all of it zero: the microphone is muted/,
      ) as string,
    });
  });

  it('says how to get a recorder where there is none', async () => {
    vi.stubEnv('PATH', await tempDir());
    expect(await checkMicrophone()).toMatchObject({
      status: 'warn',
      detail: expect.stringContaining('live needs one') as string,
    });
  });
});
