import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { SPEECH_MODELS } from '../../src/asr/speech-models.js';
import { LANGUAGES } from '../../src/protocol/languages.js';
import { runCli } from '../helpers/cli-process.js';

describe('turnwire models', () => {
  it('names a speech-to-text model for every language', () => {
    expect(SPEECH_MODELS.map((model) => model.language).sort()).toEqual([...LANGUAGES].sort());
  });

  it('lists what is installed', async () => {
    const { code, stdout } = await runCli(['models', 'list', '--json']);
    const { files, speech } = JSON.parse(stdout) as {
      files: { id: string; path: string | null }[];
      speech: { language: string; state: string }[];
    };
    expect(code).toBe(0);
    expect(files.find((file) => file.id === 'silero-vad-v6')!.path).toMatch(/silero_vad_v6\.onnx$/);
    expect(speech.find((entry) => entry.language === 'en')!.state).toBe('installed');
    const states = (language: string) => speech.filter((s) => s.language === language).map((s) => s.state);
    expect(states('ko')).toEqual(['installed']);
    expect(states('es')[0]).toBe('installed');
  });

  it('tells a stranger what each file is for, and what can be done about a language', async () => {
    const { stdout } = await runCli(['models'], { TURNWIRE_MODELS: '/mine' });
    expect(stdout).toMatch(/^ {2}eot-text +end of turn +MIT +\/.*eot-text\.onnx$/m);
    expect(stdout).toMatch(
      /^ {2}whisper-small\/encoder_model +speech to text .* not installed \(optional\)$/m,
    );
    for (const state of ['installed', 'on request']) {
      expect(stdout).toMatch(new RegExp(`^ {2}\\w\\w +${state} `, 'm'));
      expect(stdout).toMatch(new RegExp(`^ {2}${state} `, 'm'));
    }
    expect(stdout).toContain('/mine/whisper-small');
    const { files } = JSON.parse((await runCli(['models', 'list', '--json'])).stdout) as {
      files: { id: string; use: string }[];
    };
    expect(files.filter(({ use }) => use === '')).toEqual([]);
  });

  it('verifies every installed file', async () => {
    const { code, stdout } = await runCli(['models', 'verify']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^whole +silero-vad-v6/m);
    expect(stdout).not.toMatch(/^(differs|missing)/m);
  });

  it('fetches nothing before the licence is accepted', async () => {
    const { code, stderr } = await runCli(['models', 'pull', 'es']);
    expect(code).toBe(2);
    expect(stderr).toContain('--accept-licence');
  });

  it('says why there is nothing to fetch', async () => {
    expect((await runCli(['models', 'pull', 'fr'])).stderr).toContain('whisper-base comes with turnwire');
    expect((await runCli(['models', 'pull', 'en'])).stderr).toContain('comes with turnwire');
    expect((await runCli(['models', 'pull', 'xx'])).stderr).toContain("'xx'");
  });

  it('takes a model put there by hand, and tells the sum of a file whose own nobody knows', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'turnwire-models-'));
    const at = path.join(folder, 'whisper-small');
    await mkdir(at);
    for (const name of ['encoder_model', 'decoder_model_merged'])
      await writeFile(path.join(at, `${name}.onnx`), name);
    const env = { TURNWIRE_MODELS: folder };
    const { files, speech } = JSON.parse((await runCli(['models', 'list', '--json'], env)).stdout) as {
      files: { id: string; path: string | null }[];
      speech: { language: string; name: string }[];
    };
    expect(files.find(({ id }) => id === 'whisper-small/encoder_model')!.path).toContain(folder);
    const nameFor = (language: string) => speech.find((row) => row.language === language)!.name;
    expect([nameFor('de'), nameFor('en')]).toEqual(['whisper-small', expect.stringMatching(/^moonshine/)]);
    const { code, stdout } = await runCli(['models', 'verify'], env);
    expect(code).toBe(0);
    const sum = createHash('sha256').update('encoder_model').digest('hex');
    expect(stdout).toMatch(new RegExp(`^unproven +whisper-small/encoder_model .*${sum}$`, 'm'));
  });

  it('finds a changed file of a known model', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'turnwire-models-'));
    await mkdir(path.join(folder, 'moonshine-base-es'));
    await writeFile(path.join(folder, 'moonshine-base-es', 'encoder_model.onnx'), 'something else');
    const { code, stdout } = await runCli(['models', 'verify'], { TURNWIRE_MODELS: folder });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^differs +moonshine-base-es\/encoder_model /m);
  });

  it('refuses an unknown id', async () => {
    expect((await runCli(['models', 'path', 'nothing'])).code).toBe(2);
  });
});

describe('a room in a language that cannot be decoded', () => {
  it('is refused with the words of the service', async () => {
    const { code, stderr } = await runCli(['run', 'x.wav', '--endpoint', 'room', '--language', 'ru']);
    expect(code).toBe(2);
    expect(stderr).toContain("unsupported language 'ru'");
  });
});
