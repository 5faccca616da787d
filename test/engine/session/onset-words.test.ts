/** What the words of an onset say as it grows. The recogniser is scripted. */
import { describe, expect, it } from 'vitest';
import { phrasesToScore } from '../../../src/bargein/phrase-evidence.js';
import { OnsetWordReader, type TranscribeOnset } from '../../../src/engine/session/onset-words.js';
import { NO_SPEECH_HYPOTHESIS } from '../../../src/engine/transcript/transcribe-window.js';
import type { Language } from '../../../src/protocol/languages.js';

const hypothesis = (text: string, logProb = -0.3) => ({
  ...NO_SPEECH_HYPOTHESIS,
  text,
  meanLogProb: logProb,
  lastWordLogProb: logProb,
});

/** Reads one text after the other, then the last with both models. */
async function readings(texts: readonly string[], small: string, large: string, logProb?: number) {
  const answers = [...texts, small];
  const reader = new OnsetWordReader(100, 'en', async (_from, _to, { careful }) =>
    hypothesis(careful ? large : answers.shift()!, logProb),
  );
  const found = [];
  for (const [i] of texts.entries()) found.push((await reader.read(5000 + i, false))!);
  return { soFar: found, ended: (await reader.read(9000, true))! };
}

describe('the words of an onset', () => {
  it('are a claim once one has been read twice', async () => {
    const { soFar } = await readings(['Stop.', 'Stop!'], 'Stop.', 'Stop.');
    expect(soFar.map(({ words }) => words.kind)).toEqual(['other', 'claim']);
    expect(soFar[1]!.words.clear).toBe(true);
  });

  it('are not clear after the beginning of a backchannel, however they are misread then', async () => {
    const { soFar, ended } = await readings(
      ['Make.', 'Make a stand.', 'Make stand.'],
      'Make sense.',
      'Make ends.',
    );
    expect(soFar.map(({ words }) => words.clear)).toEqual([false, false, false]);
    expect(ended.words).toMatchObject({ kind: 'backchannel', clear: true });
  });

  it('are not clear while one word behind backchannels may be half of one more', async () => {
    const { soFar, ended } = await readings(
      ['Thank you.', 'Thank you, R.', 'Thank you, I have'],
      'Great, Tuesday.',
      'Great, Tuesday.',
    );
    expect(soFar.map(({ words }) => words.clear)).toEqual([true, false, true]);
    expect(ended.words).toMatchObject({ kind: 'other', clear: true });
  });

  it('are not clear while the recogniser is unsure of them', async () => {
    const { soFar, ended } = await readings(["I'm just going to go"], 'Psalms', 'Psalms', -1.4);
    expect(soFar[0]!.words).toMatchObject({ clear: false, confident: false });
    expect(ended.words).toMatchObject({ kind: 'other', clear: false, confident: false });
  });

  it('are clear once they are over, if both models read them alike or one is sure of a phrase', async () => {
    expect((await readings([], 'Thursday.', 'Thursday,')).ended.words).toMatchObject({ clear: true });
    expect((await readings([], 'Never.', 'The huh?')).ended.words).toMatchObject({ clear: false });
    expect((await readings([], 'Okay.', 'Okay.')).ended.words).toMatchObject({ clear: true });
    // "Oh" may be the beginning of "off", whose last sound is softer than voice activity hears.
    expect((await readings([], 'Oh.', 'Oh.')).ended.words).toMatchObject({
      kind: 'backchannel',
      clear: false,
    });
  });

  it('are read by both models at the end: a phrase of a list counts', async () => {
    expect((await readings([], 'Ah,', 'Off.')).ended.words.kind).toBe('claim');
    expect((await readings([], 'Yes.', 'The F..')).ended.words.kind).toBe('backchannel');
    expect((await readings([], 'Yes.', 'The F..')).ended.text).toBe('Yes.');
  });

  it('are scored if they are unclear when they are read last', async () => {
    const phrases = phrasesToScore('en')!;
    const reader = (read: string, claim: string) =>
      new OnsetWordReader(0, 'en', async (_from, _to, reading) => ({
        ...hypothesis(read, -1.2),
        ...(reading.phrases && {
          phraseLogProbs: phrases.map((phrase) => (phrase === claim ? -2 : -8)),
        }),
      }));
    expect((await reader('Oz', 'Off').read(8000, true, true))!.words).toMatchObject({
      kind: 'claim',
      clear: true,
    });
    expect((await reader('Oz', 'Off').read(8000, true))!.words).toMatchObject({
      kind: 'other',
      clear: false,
    });
    expect((await reader('Her, her.', 'Hey').read(8000, true, true))!.words.kind).toBe('other');
    expect((await reader('Stop.', 'Off').read(8000, true, true))!.words.kind).toBe('claim');
  });

  it('are judged by their sound if they are unclear when they are read last', async () => {
    const asked: [number, number][] = [];
    const kindOf = async (small: string, large: string, logOdds: number, language: Language = 'en') => {
      const transcribe: TranscribeOnset = async (_from, _to, { careful }) =>
        hypothesis(careful ? large : small, -1.2);
      const reader = new OnsetWordReader(100, language, transcribe, async (from, to) => {
        asked.push([from, to]);
        return logOdds;
      });
      return (await reader.read(8000, true, true))!.words.kind;
    };
    expect(await kindOf('Oh.', 'Oh.', 0.5)).toBe('claim');
    expect(await kindOf('Oz', 'F.', 0.5)).toBe('claim');
    expect(await kindOf('Oz', 'F.', -0.5)).toBe('other');
    expect(asked).toEqual([
      [100, 8000],
      [100, 8000],
      [100, 8000],
    ]);
    // One model hears no speech: the sound has to be likelier a word. Both: it is not judged.
    expect(await kindOf('', 'F.', 0.5)).toBe('other');
    expect(await kindOf('', 'F.', 1.5)).toBe('claim');
    expect(await kindOf('', '', 1.5)).toBe('none');
    // Read as a backchannel, and in other languages, it is not judged either.
    expect(await kindOf('No.', 'Yeah.', 1.5)).toBe('other');
    expect(await kindOf('Oz', 'F.', 1.5, 'de')).toBe('other');
    expect(asked).toHaveLength(5);
  });

  it('are none without a recogniser', async () => {
    const reader = new OnsetWordReader(0, 'hi', async () => undefined);
    expect(await reader.read(8000, true)).toBeUndefined();
  });
});
