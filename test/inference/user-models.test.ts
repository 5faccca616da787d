import type * as os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CATALOGUE, locateModel, userModelsFolder } from '../../src/inference/catalogue.js';

const homedir = vi.hoisted(() => vi.fn<() => string>());
vi.mock('node:os', async (original) => ({ ...(await original<typeof os>()), homedir }));
beforeEach(() => void vi.stubEnv('TURNWIRE_MODELS', ''));
afterEach(() => void vi.unstubAllEnvs());

const OF_ROOT = path.join(path.parse(process.cwd()).root, '.turnwire', 'models');

it('does without a home folder, where the system does not know its user and HOME is not set', () => {
  homedir.mockImplementation(() => {
    throw new Error('A system error occurred: uv_os_homedir returned ENOENT');
  });
  expect(userModelsFolder()).toBe(OF_ROOT);
  expect(locateModel(CATALOGUE.find(({ id }) => id === 'eot-fusion')!)).toContain('fusion.json');
});

it('takes an empty HOME for none, not for the folder it runs in', () => {
  homedir.mockReturnValue('');
  expect(userModelsFolder()).toBe(OF_ROOT);
});
