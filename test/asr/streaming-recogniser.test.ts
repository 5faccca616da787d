import { LlamaTokenizer } from 'llama-tokenizer-js';
import { describe, expect, it } from 'vitest';
import type { AsrDecodeInput, AsrDecodeOutput } from '../../src/asr/decoding.js';
import { isWordPart, textOf as piecesOf } from '../../src/asr/moonshine/tokens.js';
import { StreamingRecogniser } from '../../src/asr/streaming-recogniser.js';

/** With both directions: the product keeps only the one that it needs. */
const llama = new LlamaTokenizer();

const SEC = 16_000;
const spoken = {
  slice: (from: number, to: number) => new Float32Array(to - from),
  speechIn: (a: number, b: number) => b - a,
};

/** A decoder that answers by script, half a second a word. @param how log-probability of each word, and that nothing was said */
function scripted(answers: readonly string[], how: { logProb?: number; lastNoSpeech?: number } = {}) {
  const asked: AsrDecodeInput[] = [];
  const decode = async (input: AsrDecodeInput): Promise<AsrDecodeOutput> => {
    const texts = answers[Math.min(asked.length, answers.length - 1)]!.split(' ').filter((w) => w !== '');
    asked.push(input);
    const tokens: number[] = [];
    const words = texts.map((text, i) => {
      const from = tokens.length;
      tokens.push(...llama.encode(text, false, true));
      const spokenTo = tokens.findLastIndex(isWordPart) + 1;
      const newText = piecesOf(tokens.slice(Math.max(from, input.prefixTokens?.length ?? 0)));
      const places = { from, to: tokens.length, spokenTo, startSec: i / 2, endSec: i / 2 + 0.4 };
      return { text, newText, logProb: how.logProb ?? -0.1, ...places };
    });
    const common = {
      noSpeechProb: asked.length === answers.length ? (how.lastNoSpeech ?? 0) : 0,
      eosLogProb: 0,
      punctuation: null,
      lastWordLogProb: null,
    };
    return {
      ...common,
      text: texts.join(' '),
      tokens,
      tokenLogProbs: [],
      words,
      stopped: 'end',
    };
  };
  return { decode, asked };
}

const textOf = (words: readonly { text: string }[]) => words.map((word) => word.text).join(' ');

describe('streaming recogniser', () => {
  it.each([
    [3, 1.5],
    [1, 3],
  ])(
    'after %s s of speech without a word, the next speech is heard in a window of %s s',
    async (unheardSec, windowSec) => {
      const { decode, asked } = scripted(['bonjour'], { lastNoSpeech: 1 });
      const recogniser = new StreamingRecogniser(spoken, decode);
      recogniser.open(0);
      await recogniser.decodeTo(unheardSec * SEC);
      recogniser.open((unheardSec + 0.5) * SEC);
      // Should its language turn out to be another one, that speech is decoded again.
      expect(recogniser.committedEnd).toBe(0);
      await recogniser.decodeTo((unheardSec + 2) * SEC);
      const leadSec = 0.5;
      expect(asked[1]!.audio.length).toBe((windowSec + leadSec) * SEC);
    },
  );

  it('begins anew after the last word when speech behind it stays without words', async () => {
    const { decode, asked } = scripted(['the cat', 'the cat sat', 'the cat sat', 'on the mat']);
    const recogniser = new StreamingRecogniser(spoken, decode);
    recogniser.open(0);
    await recogniser.decodeTo(SEC);
    expect(textOf(await recogniser.decodeTo(1.5 * SEC))).toBe('the cat');
    expect(textOf(await recogniser.decodeTo(4 * SEC))).toBe('sat');
    await recogniser.decodeTo(5 * SEC);
    expect(asked[3]!.prefixTokens).toEqual([]);
    expect(textOf(recogniser.uncommitted)).toBe('on the mat');
  });

  it('commits a word that two hypotheses agree on once another follows', async () => {
    const { decode, asked } = scripted(['the cat', 'the cat sat', 'the cat sat on']);
    const recogniser = new StreamingRecogniser(spoken, decode);
    recogniser.open(0);
    expect(textOf(await recogniser.decodeTo(SEC))).toBe('');
    expect(textOf(await recogniser.decodeTo(1.5 * SEC))).toBe('the cat');
    expect(textOf(recogniser.uncommitted)).toBe('sat');
    expect(textOf(await recogniser.decodeTo(2 * SEC))).toBe('sat');
    expect(asked[2]!.prefixTokens).toEqual(llama.encode('the cat', false, true));
  });

  it('gives out no circle that a decoding goes round in, and begins anew after it', async () => {
    const round = 'all of the day is';
    const { decode, asked } = scripted([
      round,
      `${round} ${round}`,
      `${round} ${round} ${round}`,
      'and so on',
    ]);
    const recogniser = new StreamingRecogniser(spoken, decode);
    recogniser.open(0);
    const said: string[] = [];
    for (let sec = 3; sec <= 9; sec += 3) said.push(textOf(await recogniser.decodeTo(sec * SEC)));
    expect(said).toEqual(['', round, '']);
    await recogniser.decodeTo(10 * SEC);
    expect(asked[3]!.prefixTokens).toEqual([]);
    expect(textOf(await recogniser.flush(10.5 * SEC))).toBe('and so on');
  });

  it('does not force the comma after the last committed word: what follows may do without it', async () => {
    const { decode, asked } = scripted([
      'he would not, hear it',
      'he would not, near a',
      'he would not be rid of',
      'he would not be rid of it',
    ]);
    const recogniser = new StreamingRecogniser(spoken, decode);
    recogniser.open(0);
    await recogniser.decodeTo(2 * SEC);
    expect(textOf(await recogniser.decodeTo(2.5 * SEC))).toBe('he would not,');
    await recogniser.decodeTo(2.7 * SEC);
    expect(asked[2]!.prefixTokens).toEqual(llama.encode('he would not', false, true));
    expect(textOf(await recogniser.decodeTo(3.2 * SEC))).toBe('be rid of');
    await recogniser.decodeTo(3.7 * SEC);
    expect(asked[4]!.prefixTokens).toEqual(llama.encode('he would not be rid of', false, true));
  });

  it('gives out what a committed word goes on with as a word, without the hyphen between them', async () => {
    const { decode } = scripted([
      'call 715 now',
      'call 715 now',
      'call 715-139 now',
      'call 715-139 now please',
    ]);
    const recogniser = new StreamingRecogniser(spoken, decode);
    recogniser.open(0);
    const said: string[] = [];
    for (const sec of [2, 2.5, 3, 3.5]) said.push(textOf(await recogniser.decodeTo(sec * SEC)));
    expect(said).toEqual(['', 'call 715', '', '139 now']);
  });

  it('gives out the pending words as they stand when asked to finalize, whatever a decoding says', async () => {
    const { decode, asked } = scripted(['no thank you', '']);
    const recogniser = new StreamingRecogniser(spoken, decode);
    recogniser.open(0);
    await recogniser.decodeTo(2 * SEC);
    expect(textOf(await recogniser.finalize(2.1 * SEC))).toBe('no thank you');
    expect(asked[1]!.prefixTokens).toEqual(llama.encode('no thank you', false, true));
    expect(recogniser.uncommitted).toEqual([]);
    expect(textOf(await recogniser.finalize(2.2 * SEC))).toBe('');
  });

  it('is not silenced by a wrong word that finalize made final', async () => {
    const { decode, asked } = scripted([
      'bye',
      'bye I love',
      'bye I would like to',
      'bye I would like to book',
      'bye I would like to book a table',
    ]);
    const recogniser = new StreamingRecogniser(spoken, decode);
    recogniser.open(0);
    await recogniser.decodeTo(1 * SEC);
    expect(textOf(await recogniser.finalize(1.2 * SEC))).toBe('bye I love');
    await recogniser.decodeTo(2 * SEC);
    expect(asked[2]!.prefixTokens).toEqual([]);
    expect(textOf(recogniser.uncommitted)).toBe('like to');
    expect(textOf(await recogniser.decodeTo(2.5 * SEC))).toBe('like to');
    await recogniser.decodeTo(3 * SEC);
    expect(asked[4]!.prefixTokens).toEqual(llama.encode('bye I would like to', false, true));
  });

  it('gives out no word twice when asked to finalize twice', async () => {
    const { decode, asked } = scripted(['the cat', 'the cat sat', 'the cat sat on', 'the cat sat on it']);
    const recogniser = new StreamingRecogniser(spoken, decode);
    recogniser.open(0);
    await recogniser.decodeTo(1 * SEC);
    expect(textOf(await recogniser.finalize(1.5 * SEC))).toBe('the cat sat');
    expect(textOf(await recogniser.finalize(2 * SEC))).toBe('on');
    expect(asked[2]!.prefixTokens).toEqual(llama.encode('the cat sat', false, true));
    expect(textOf(await recogniser.flush(2.5 * SEC))).toBe('it');
  });

  it('keeps a word that was heard until a little silence followed it', async () => {
    const { decode } = scripted(['yes no', 'yes', 'yes']);
    const recogniser = new StreamingRecogniser(spoken, decode);
    recogniser.open(0);
    await recogniser.decodeTo(1.5 * SEC);
    expect(textOf(await recogniser.decodeTo(1.7 * SEC))).toBe('yes');
    expect(textOf(recogniser.uncommitted)).toBe('no');
    expect(textOf(await recogniser.flush(2.2 * SEC))).toBe('no');
  });

  it.each([
    ['the model was unsure of it', { logProb: -1.2 }],
    ['nothing was said after all', { lastNoSpeech: 0.99 }],
  ])('takes a word back if %s', async (_, how) => {
    const { decode } = scripted(['no', ''], how);
    const recogniser = new StreamingRecogniser(spoken, decode);
    recogniser.open(0);
    await recogniser.decodeTo(1 * SEC);
    expect(textOf(recogniser.uncommitted)).toBe('no');
    expect(await recogniser.flush(1.5 * SEC)).toEqual([]);
  });

  it('lets the text change while words are pending', async () => {
    const { decode } = scripted(['I scream', 'ice cream is', 'ice cream is nice']);
    const recogniser = new StreamingRecogniser(spoken, decode);
    recogniser.open(0);
    expect(textOf(await recogniser.decodeTo(0.8 * SEC))).toBe('');
    expect(textOf(await recogniser.decodeTo(1.3 * SEC))).toBe('');
    expect(textOf(await recogniser.decodeTo(1.7 * SEC))).toBe('ice cream is');
  });

  it('gives out a word 1.4 s after its end as it stands, although it is heard otherwise every time', async () => {
    const saidBy = async (answers: readonly string[]): Promise<string[]> => {
      const recogniser = new StreamingRecogniser(spoken, scripted(answers).decode);
      recogniser.open(0);
      const said: string[] = [];
      for (const sec of [0.8, 1.3, 1.8, 2.3]) said.push(textOf(await recogniser.decodeTo(sec * SEC)));
      return said;
    };
    // The words end at 0, 0.4 and 0.9 s.
    const one = ['car I see', 'podcast I see', 'class I see', 'class I see them'];
    expect(await saidBy(one)).toEqual(['', '', 'class I', 'see']);
    const all = ['car I see', 'podcast eyes sea', 'class ice see', 'class knives flea'];
    expect(await saidBy(all)).toEqual(['', '', 'class ice', '']);
  });

  it.each([
    ['without words', ['']],
    ['with one word at its beginning', ['well']],
    ['with two words at its beginning', ['well then']],
  ])('keeps the window short in a minute of sound %s', async (_, answers) => {
    const { decode, asked } = scripted(answers);
    const recogniser = new StreamingRecogniser(spoken, decode);
    recogniser.open(0);
    for (let sec = 0.5; sec <= 60; sec += 0.5) await recogniser.decodeTo(sec * SEC);
    expect(Math.max(...asked.map(({ audio }) => audio.length))).toBeLessThanOrEqual(25 * SEC);
  });

  it('commits a last word that stands for a second', async () => {
    const { decode } = scripted(['yes']);
    const recogniser = new StreamingRecogniser(spoken, decode);
    recogniser.open(0);
    expect(await recogniser.decodeTo(SEC)).toHaveLength(0);
    expect(await recogniser.decodeTo(1.5 * SEC)).toHaveLength(0);
    expect(textOf(await recogniser.decodeTo(2 * SEC))).toBe('yes');
    expect(textOf(await recogniser.decodeTo(2.5 * SEC))).toBe('');
  });

  it('gives out every pending word once when it is flushed', async () => {
    const { decode } = scripted(['one two', 'one two three']);
    const recogniser = new StreamingRecogniser(spoken, decode);
    recogniser.open(0);
    await recogniser.decodeTo(SEC);
    expect(textOf(await recogniser.flush(2 * SEC))).toBe('one two three');
    recogniser.close();
    expect(recogniser.isOpen).toBe(false);
    expect(recogniser.uncommitted).toHaveLength(0);
  });

  it('gives words ordered times inside the window', async () => {
    const { decode } = scripted(['a b c d e f g h']);
    const recogniser = new StreamingRecogniser(spoken, decode);
    recogniser.open(SEC);
    const words = await recogniser.flush(3 * SEC);
    words.reduce((end, word) => {
      expect(word.start).toBeGreaterThanOrEqual(end);
      expect(word.end).toBeGreaterThanOrEqual(word.start);
      expect(word.end).toBeLessThanOrEqual(3 * SEC);
      return word.end;
    }, SEC);
  });

  it.each([
    ['all of it is speech', 2, 1, true],
    ['half of it is speech', 2, 0.5, false],
    ['it is short', 0.8, 1, false],
  ])('says of a last window, if %s, whether speech is likely', async (_, sec, share, isLikely) => {
    const { decode, asked } = scripted(['one', 'one two']);
    const audio = { ...spoken, speechIn: (from: number, to: number) => share * (to - from) };
    const recogniser = new StreamingRecogniser(audio, decode);
    recogniser.open(0);
    await recogniser.decodeTo(sec * SEC);
    await recogniser.flush(sec * SEC);
    expect(asked.map((input) => input.isLikelySpeech)).toEqual([false, isLikely]);
  });

  it('takes nothing from a window where nothing was said', async () => {
    const { decode } = scripted(['You']);
    const silent = async (input: AsrDecodeInput) => ({ ...(await decode(input)), noSpeechProb: 0.99 });
    const recogniser = new StreamingRecogniser(spoken, silent);
    recogniser.open(0);
    expect(await recogniser.flush(2 * SEC)).toHaveLength(0);
  });
});
