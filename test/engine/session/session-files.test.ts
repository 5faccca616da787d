/** A session refuses to start if any model file that it may need later is damaged, before it has loaded it. */
import { copyFile, mkdir, truncate } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { prepareSession } from '../../../src/engine/session/prepare-session.js';
import { locateModel, modelFile } from '../../../src/inference/catalogue.js';
import { createInlineInference } from '../../../src/inference/inline.js';
import { parseSessionStart } from '../../../src/protocol/session-start.js';
import { useTempDir } from '../../helpers/temp-dir.js';

const tempDir = useTempDir();
afterEach(() => void vi.unstubAllEnvs());

const NEEDED: [string, 'stream' | 'room', Record<string, unknown>][] = [
  ['moonshine-base-en/encoder_model', 'stream', {}],
  ['eot-text', 'stream', {}],
  ['bargein-claim', 'stream', { signals: ['bargein'] }],
  ['bargein-word', 'stream', { signals: ['bargein'] }],
  ['eot-text-languages', 'stream', { language: { pin: 'nl' } }],
  ['eot-phones', 'stream', { language: { pin: 'ko' } }],
  ['voice-lstm', 'room', {}],
  ['language-encoder', 'room', {}],
];

it.each(NEEDED)('%s in a %s', async (id, endpoint, message) => {
  const folder = await tempDir();
  const session = parseSessionStart(message, endpoint, { asrLanguages: ['en'] });
  const entry = modelFile(id);
  const copy = path.join(folder, entry.file);
  await mkdir(path.dirname(copy), { recursive: true });
  await copyFile(locateModel(entry)!, copy);
  vi.stubEnv('TURNWIRE_MODELS', folder);
  const inference = createInlineInference();
  await prepareSession(session, inference);
  await truncate(copy, 1000);
  await expect(prepareSession(session, inference)).rejects.toMatchObject({
    kind: 'model',
    code: 'model_damaged',
    message: expect.stringContaining(copy) as string,
  });
});

it('a file that no session of the kind needs may be damaged', async () => {
  const folder = await tempDir();
  const { file } = modelFile('voice-lstm');
  await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
  await copyFile(locateModel(modelFile('eot-fusion'))!, path.join(folder, file));
  vi.stubEnv('TURNWIRE_MODELS', folder);
  await prepareSession(parseSessionStart({}, 'stream'), createInlineInference());
});
