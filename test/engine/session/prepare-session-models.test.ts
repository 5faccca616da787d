/** Sessions whose recogniser cannot be loaded do not start; those in English load nothing more. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { prepareSession } from '../../../src/engine/session/prepare-session.js';
import { createInlineInference } from '../../../src/inference/inline.js';
import { LANGUAGES } from '../../../src/protocol/languages.js';
import { parseSessionStart } from '../../../src/protocol/session-start.js';

afterEach(() => void vi.unstubAllEnvs());

const session = (language: object, endpoint: 'stream' | 'room' = 'room') =>
  parseSessionStart({ language }, endpoint);

it('rejects if a file of a named language is damaged, until it is repaired', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'turnwire-models-'));
  await mkdir(path.join(folder, 'whisper-base'));
  await writeFile(path.join(folder, 'whisper-base', 'encoder.onnx'), 'half a file');
  vi.stubEnv('TURNWIRE_MODELS', folder);
  const inference = createInlineInference();
  await prepareSession(session({ pin: 'en' }), inference);
  for (const [language, languages] of [
    [{ pin: 'fr' }, ['fr']],
    [{ allowed: ['en', 'fr', 'it'] }, ['fr', 'it']],
    [{ auto: true }, LANGUAGES.filter((one) => one !== 'en')],
  ] as const)
    await expect(prepareSession(session(language), inference)).rejects.toMatchObject({
      kind: 'model',
      code: 'model_damaged',
      languages,
    });
  vi.unstubAllEnvs();
  await prepareSession(session({ pin: 'fr' }), inference);
});

it('asks once for the model that 13 languages share, and for none if English is pinned', async () => {
  const inference = createInlineInference();
  const call = vi.spyOn(inference, 'call');
  await prepareSession(session({ allowed: ['en', 'fr', 'zh', 'hi'] }), inference);
  expect(call).toHaveBeenCalledTimes(1);
  await prepareSession(session({ pin: 'en' }), inference);
  expect(call).toHaveBeenCalledTimes(1);
  await prepareSession(session({ auto: true }), inference);
  expect(call).toHaveBeenCalledTimes(2);
});

it('asks for no recogniser if no words are decoded', async () => {
  const inference = createInlineInference();
  const call = vi.spyOn(inference, 'call');
  await prepareSession(session({ allowed: ['en', 'fr'] }, 'stream'), inference, false);
  expect(call).not.toHaveBeenCalled();
});
