import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import type { Check } from '../../src/cli/doctor/check.js';
import { checkEnvironment } from '../../src/cli/doctor/environment-checks.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();
afterEach(() => void vi.unstubAllEnvs());

it('says what is amiss with the folder for temporary files', async () => {
  const missing = path.join(await tempDir(), 'missing');
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) vi.stubEnv(name, missing);
  const checks: Check[] = [];
  for await (const check of checkEnvironment()) checks.push(check);
  const check = checks.find(({ name }) => name === 'write temporary files');
  expect(check).toMatchObject({
    status: 'fail',
    detail: `${missing} takes no files: there is no such file or folder`,
  });
});
