import { describe, expect, it } from 'vitest';
import { SPEECH_MODELS } from '../../src/inference/speech-models.js';
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
    expect(speech.find((entry) => entry.language === 'fr')!.state).toBe('named only');
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
    expect((await runCli(['models', 'pull', 'fr'])).stderr).toContain('only named');
    expect((await runCli(['models', 'pull', 'xx'])).stderr).toContain("'xx'");
  });

  it('refuses an unknown id', async () => {
    expect((await runCli(['models', 'path', 'nothing'])).code).toBe(2);
  });
});

describe('a room in a language that cannot be decoded', () => {
  it('is refused with the words of the service', async () => {
    const { code, stderr } = await runCli(['run', 'x.wav', '--endpoint', 'room', '--language', 'fr']);
    expect(code).toBe(2);
    expect(stderr).toContain("unsupported language 'fr'");
  });
});
