import type * as os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { CATALOGUE, locateModel, userModelsFolder } from '../../src/inference/catalogue.js';

vi.mock('node:os', async (original) => {
  const homedir = (): never => {
    throw new Error('A system error occurred: uv_os_homedir returned ENOENT');
  };
  return { ...(await original<typeof os>()), homedir };
});
afterEach(() => void vi.unstubAllEnvs());

it('does without a home folder, where the system does not know its user and HOME is not set', () => {
  vi.stubEnv('TURNWIRE_MODELS', '');
  expect(userModelsFolder()).toBe(path.join(path.parse(process.cwd()).root, '.turnwire', 'models'));
  expect(locateModel(CATALOGUE.find(({ id }) => id === 'eot-fusion')!)).toContain('fusion.json');
});
