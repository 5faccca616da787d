/** The work behind `turnwire doctor`: runs the checks and prints one line, or one JSON object, for each. */
import { requireRuntime } from '../machine/model-runtime.js';
import type { Check } from './check.js';
import { checkEnvironment } from './environment-checks.js';
import { checkModels } from './model-checks.js';

const EXIT_ENVIRONMENT = 4;

export async function runDoctor(json: boolean): Promise<number> {
  const checks: Check[] = [];
  for await (const check of allChecks()) {
    checks.push(check);
    if (!json) process.stdout.write(`${mark(check.status)} ${check.name.padEnd(22)} ${check.detail}\n`);
  }
  const failed = checks.filter((check) => check.status === 'fail').length;
  if (json) process.stdout.write(`${JSON.stringify({ ok: failed === 0, checks }, null, 2)}\n`);
  else if (failed > 0) process.stderr.write(`turnwire: ${failed} of ${checks.length} checks failed\n`);
  return failed > 0 ? EXIT_ENVIRONMENT : 0;
}

async function* allChecks(): AsyncGenerator<Check> {
  yield* checkEnvironment();
  yield* checkModels();
  try {
    requireRuntime();
  } catch {
    return; // The environment checks have reported it, and no engine can be imported.
  }
  const { checkEngines } = await import('./engine-checks.js');
  yield* checkEngines();
}

function mark(status: Check['status']): string {
  const text = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' }[status];
  if (!process.stdout.isTTY || process.env.NO_COLOR) return text;
  return `\x1b[${{ ok: 32, warn: 35, fail: 31 }[status]}m${text}\x1b[0m`;
}
