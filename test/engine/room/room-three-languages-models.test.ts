/** Three people, three languages, pauses of half a second: who is not understood may not silence the others. */
import { afterAll, expect, it } from 'vitest';
import { createEngine } from '../../../src/engine/create-engine.js';
import { createInlineInference } from '../../../src/inference/inline.js';
import { parseSessionStart } from '../../../src/protocol/session-start.js';
import { find } from '../../helpers/events.js';
import { repo, samplesOf } from '../../helpers/recordings.js';

const inference = createInlineInference();
afterAll(() => inference.close());

it('writes each voice in its own language, although the first French and Spanish are no English words', async () => {
  const samples = await samplesOf(`${repo}corpora/sample-rooms/audio/three-languages.flac`, 34);
  const engine = createEngine(parseSessionStart({ language: { auto: true } }, 'room'), 's', inference);
  const events = [...engine.start(), ...(await engine.push(samples)), ...(await engine.end())];
  // Which of the two is identified first depends on the processor.
  expect(
    find(events, 'language.switched')
      .map(({ language }) => language)
      .toSorted(),
  ).toEqual(['es', 'fr']);
  const said = find(events, 'asr.final').map(({ text }) => text.toLowerCase());
  for (const words of [
    'could you tell us how the trial went',
    'did you change',
    'algunos problemas',
    'nous avons',
  ])
    expect(said.join(' ')).toContain(words);
}, 120_000);
