import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../src/inference/catalogue.js';
import { runCli } from '../helpers/cli-process.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();

interface Report {
  ok: boolean;
  checks: { name: string; status: string; detail: string; data?: Record<string, number | string> }[];
}

describe('turnwire doctor', () => {
  it('checks every model and runs each engine on a second of speech', async () => {
    const { code, stdout } = await runCli(['doctor', '--json']);
    const report = JSON.parse(stdout) as Report;
    expect(report.checks.filter((check) => check.status === 'fail')).toEqual([]);
    expect(code).toBe(0);
    const models = report.checks.filter((check) => check.name.startsWith('model '));
    expect(models.map(({ name }) => name)).toEqual(CATALOGUE.map(({ id }) => `model ${id}`));
    for (const endpoint of ['stream', 'room']) {
      const engine = report.checks.find((check) => check.name === `engine ${endpoint}`);
      expect(engine?.data?.real_time_factor).toBeGreaterThan(0);
    }
  });

  it('warns of missing programs without failing, and gives the install command', async () => {
    const { code, stdout } = await runCli(['doctor'], { PATH: await tempDir() });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^warn microphone .* live needs one: .+ sox$/m);
    expect(stdout).toMatch(/^warn ffmpeg .* m4a and video need it: .+ ffmpeg$/m);
  });
});
