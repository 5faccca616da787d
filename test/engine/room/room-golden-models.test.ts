/**
 * Golden logs: the whole event log of the first seconds of three shipped rooms in English, and of four other languages. After an intended change, write them
 * again with `UPDATE_GOLDEN=1 npx vitest run test/engine/room/room-golden-models.test.ts` and review the difference. Other
 * processors add floats in another order, which may change a word: so the test runs only on processors with AVX-512 VNNI.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, it, vi } from 'vitest';
import { createEngine } from '../../../src/engine/create-engine.js';
import { createInlineInference } from '../../../src/inference/inline.js';
import { toJsonLine } from '../../../src/protocol/events.js';
import { parseSessionStart } from '../../../src/protocol/session-start.js';
import { violationsOf } from '../../helpers/log-invariants.js';
import { repo, samplesOf } from '../../helpers/recordings.js';
import { runEngine } from '../../helpers/scripted.js';
import { useTempDir } from '../../helpers/temp-dir.js';

const processor = existsSync('/proc/cpuinfo') ? readFileSync('/proc/cpuinfo', 'utf8') : '';
const tempDir = useTempDir();
const inference = createInlineInference();
afterAll(() => inference.close());

const CASES = [
  ['kitchen-plan', 'corpora/sample-rooms/audio/kitchen-plan.flac', 'en'],
  ['budget-three', 'corpora/sample-rooms/audio/budget-three.flac', 'en'],
  ['two-languages', 'corpora/sample-rooms/audio/two-languages.flac', 'en'],
  ['room-es', 'corpora/real/languages/es.ogg', 'es'],
  ['room-de', 'corpora/real/languages/de.ogg', 'de'],
  ['room-zh', 'corpora/real/languages/zh.ogg', 'zh'],
  ['room-ja', '../shared/audio/speechmatics/languages/ja_jp_000595.wav', 'ja'],
] as const;

it.skipIf(!processor.includes('avx512_vnni')).for(CASES)(
  '%s, 15 s',
  async ([name, file, language], { skip }) => {
    skip(!existsSync(repo + file), 'needs the development recordings');
    // A second recogniser in the folder of whoever runs this would add a second language.
    vi.stubEnv('TURNWIRE_MODELS', await tempDir());
    const message = { mode: 'working_session', language: { pin: language } };
    const session = parseSessionStart(message, 'room', { asrLanguages: [language] });
    const samples = await samplesOf(repo + file, 15);
    const events = await runEngine(createEngine(session, 'golden', inference), samples);
    expect(violationsOf(events, 0.1)).toEqual([]);
    const log = events.map(toJsonLine).join('');
    const golden = `${repo}test/engine/golden/${name}.jsonl`;
    if (process.env.UPDATE_GOLDEN || !existsSync(golden)) writeFileSync(golden, log);
    // What was said, by whom and when, must be the same everywhere; scores may differ in their last digits.
    const contentOf = (text: string) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .map(({ type, t, speaker, text: said, t0, t1, language }) => ({
          type,
          t,
          speaker,
          said,
          t0,
          t1,
          language,
        }));
    expect(contentOf(log)).toEqual(contentOf(readFileSync(golden, 'utf8')));
  },
);
