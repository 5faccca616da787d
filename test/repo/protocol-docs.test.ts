/** docs/protocol.md and docs/asyncapi.json say what the schemas and the close table say. */
import { readFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';
import { LATEST_VOICE_SEC } from '../../src/engine/room/pending-words.js';
import { DEFAULT_TRANSCRIPT_OPTIONS } from '../../src/engine/room/transcript-options.js';
import { LANGUAGES } from '../../src/protocol/languages.js';
import { CLOSE } from '../../src/protocol/reasons.js';
import { repoRoot } from '../helpers/cli-process.js';
// @ts-expect-error A plain script, without types.
import { asyncapiText, MESSAGES, renderPage } from '../../scripts/protocol-docs.mjs';

const page = readFileSync(`${repoRoot}docs/protocol.md`, 'utf8');
const asyncapi = readFileSync(`${repoRoot}docs/asyncapi.json`, 'utf8');
const pretty = async (text: string, file: string): Promise<string> =>
  format(text, { ...(await resolveConfig(`${repoRoot}${file}`)), filepath: file });

describe('docs/protocol.md', () => {
  it('holds the field tables of the schemas as they are now (npm run docs)', () => {
    expect(page).toBe((renderPage as (text: string) => string)(page));
  });

  it('has a table for every message', () => {
    for (const [name] of MESSAGES as [string][]) expect(page).toContain(`<!-- fields: ${name} -->`);
  });

  it('lists every close code with its reason', () => {
    for (const close of Object.values(CLOSE)) {
      if (typeof close === 'function') continue;
      expect(page).toMatch(
        new RegExp(
          `\\| ${close.code} +\\| ${close.reason ? `\`${close.reason.replace(/[.*]/g, '\\$&')}\`` : ''}`,
        ),
      );
    }
    const dynamic = [CLOSE.unknownMode('…'), CLOSE.unknownSignal('…'), CLOSE.unsupportedOnRoom(['…'])];
    for (const { reason } of dynamic) expect(page).toContain(`\`${reason}\``);
  });

  it('says how long a word waits for its voice', () => {
    const { voiceWaitSec, finalizeSec } = DEFAULT_TRANSCRIPT_OPTIONS;
    expect(page).toContain(`up to ${voiceWaitSec} s after it would have become final`);
    expect(page).toContain(`not longer than\n${LATEST_VOICE_SEC} s after its end`);
    expect(page).toContain(`Silence of ${finalizeSec} s`);
  });

  it('names the 14 languages', () => expect(page).toContain(LANGUAGES.join(' ')));
});

describe('docs/asyncapi.json', () => {
  it('is what the schemas say now (npm run docs)', async () => {
    expect(asyncapi).toBe(await pretty((asyncapiText as () => string)(), 'docs/asyncapi.json'));
  });

  it('resolves every reference inside it', () => {
    const document = JSON.parse(asyncapi) as Record<string, unknown>;
    const references = [...asyncapi.matchAll(/"\$ref": "#\/([^"]+)"/g)].map(([, target]) => target!);
    expect(references.length).toBeGreaterThan(50);
    for (const target of references) {
      const found = target
        .split('/')
        .reduce<unknown>((node, key) => (node as Record<string, unknown>)?.[key], document);
      expect(found, target).toBeDefined();
    }
  });
});
