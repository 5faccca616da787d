/** Words that are not final, by voice. Labels are scripted. */
import { describe, expect, it } from 'vitest';
import { OpenWords } from '../../../src/engine/room/open-words.js';
import { newVoice, type DecodedWord, type Voice } from '../../../src/engine/room/voice.js';
import { newVoiceLanguage } from '../../../src/engine/room/voice-language.js';

const word = (text: string, start: number): DecodedWord => ({
  text,
  tokens: [],
  spokenCount: 0,
  start,
  end: start + 4000,
  logProb: -0.1,
  language: 'en',
});

/** @param labels the voice at each word, undefined while its label is in doubt */
function room(labels: Map<number, number | undefined>, count: number) {
  const voices = new Map<number, Voice>();
  const of = (id: number): Voice => {
    if (!voices.has(id)) voices.set(id, newVoice(id, newVoiceLanguage({ kind: 'pin', language: 'en' }, [])));
    return voices.get(id)!;
  };
  const diarizer = {
    count,
    only: count === 1 ? 0 : undefined,
    voiceOf: ({ start }: { readonly start: number }) => labels.get(start),
  };
  return new OpenWords(diarizer, { of });
}

const texts = (words: readonly { readonly text: string; readonly voice: Voice }[]): string[] =>
  words.map(({ text, voice }) => `${voice.id}: ${text}`);

describe('open words', () => {
  it('that were shown stay with the only voice while their label is in doubt', () => {
    const labels = new Map<number, number | undefined>([[0, 0]]);
    const open = room(labels, 1);
    expect(texts(open.take([word('Yes', 0)]))).toEqual(['0: Yes']);
    labels.set(0, undefined);
    expect(texts(open.take([word('Yes,', 100), word('please.', 8000)]))).toEqual(['0: Yes,']);
    expect(texts(open.take([word('Yes,', 4500), word('please.', 8600)]))).toEqual(['0: Yes,']);
    expect(texts(open.voiced([word('Yes,', 0)]))).toEqual([]);
  });

  it('are shown only with a label if several voices are known', () => {
    const labels = new Map<number, number | undefined>([[0, 1]]);
    const open = room(labels, 2);
    expect(texts(open.take([word('Yes', 0)]))).toEqual(['1: Yes']);
    labels.set(0, undefined);
    expect(open.take([word('Yes', 0)])).toEqual([]);
  });

  it('are the first voice’s before any is known', () => {
    expect(texts(room(new Map(), 0).take([word('Yes', 0)]))).toEqual(['0: Yes']);
  });
});
