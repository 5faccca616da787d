/** A Hindi room: the shipped recording of one synthetic sentence, the real model. */
import { afterAll, describe, expect, it } from 'vitest';
import { recogniserOf } from '../../../src/asr/decodable-languages.js';
import { createEngine } from '../../../src/engine/create-engine.js';
import { createInlineInference } from '../../../src/inference/inline.js';
import { parseSessionStart } from '../../../src/protocol/session-start.js';
import { find } from '../../helpers/events.js';
import { repo, samplesOf } from '../../helpers/recordings.js';
import { runEngine } from '../../helpers/scripted.js';

const inference = createInlineInference();
afterAll(() => inference.close());

describe.skipIf(recogniserOf('hi').family !== 'whisper')('a Hindi room (needs Whisper for Hindi)', () => {
  it('keeps the unsure words of a short sentence, in its own letters', async () => {
    const samples = await samplesOf(`${repo}corpora/sample-calls/audio/hi-003.flac`);
    const start = { mode: 'working_session', language: { pin: 'hi' } };
    const session = parseSessionStart(start, 'room', { asrLanguages: ['hi'] });
    const events = await runEngine(createEngine(session, 'hindi', inference), samples);
    const text = find(events, 'asr.final')
      .map((final) => final.text)
      .join(' ');
    expect(text).toMatch(/[\p{Script=Devanagari}\p{M}]{3}/u);
    expect(text).not.toMatch(/(?!\p{Script=Devanagari})\p{L}/u);
  });
});
