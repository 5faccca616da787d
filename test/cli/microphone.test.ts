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

const listen = () =>
  openLiveInput({
    input: undefined,
    channel: undefined,
    agentChannel: undefined,
    inference: amplitudeVad,
    signal: new AbortController().signal,
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
