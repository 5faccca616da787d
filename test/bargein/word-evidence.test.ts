import { describe, expect, it } from 'vitest';
import {
  agreedEvidence,
  readingOf,
  sameOtherWords,
  withWords,
  wordEvidence,
} from '../../src/bargein/word-evidence.js';
import { WORD_LISTS } from '../../src/bargein/word-lists.js';
import { LANGUAGES, type Language } from '../../src/protocol/languages.js';

const kindOf = (text: string, language: Language = 'en') => wordEvidence(text, language).kind;

describe('words of an onset', () => {
  it.each([
    ['', 'none'],
    ['...', 'none'],
    ['Mm-hmm.', 'backchannel'],
    ['Yeah, yeah, okay.', 'backchannel'],
    ['Thank you.', 'backchannel'],
    ['That makes sense, thanks.', 'backchannel'],
    ['No problem.', 'backchannel'],
    ["That's right.", 'backchannel'],
    ['Interesting.', 'backchannel'],
    ["Oh, that's great.", 'backchannel'],
    ["That's not good.", 'other'],
    ['Stop!', 'claim'],
    ['No,', 'claim'],
    ['Okay, stop.', 'claim'],
    ['Yeah yeah okay but no, stop.', 'claim'],
    ['Hold on.', 'claim'],
    ['Right, but I need the other one', 'claim'],
    ['Follow.', 'other'],
    ['I want to change my order', 'other'],
    ['Okay Tuesday', 'other'],
  ] as const)('"%s": %s', (text, kind) => {
    expect(kindOf(text)).toBe(kind);
  });

  it('may be the beginning of a backchannel', () => {
    const isOpen = (text: string) => wordEvidence(text, 'en').open;
    expect(['Thank.', 'Makes', 'No.', 'Okay, sounds'].map(isOpen)).toEqual(Array(4).fill(true));
    expect(['Thank you.', 'Stop!', 'Tuesday', 'No I want'].map(isOpen)).toEqual(Array(4).fill(false));
  });

  it('may be half of one more backchannel if they are one word behind others', () => {
    const isHalf = (text: string) => wordEvidence(text, 'en').mayBeHalf === true;
    expect(['Thank you, R.', 'Great, sir'].map(isHalf)).toEqual([true, true]);
    expect(['R.', 'Great, I have', 'Okay, stop.', 'Thank you.'].map(isHalf)).toEqual(Array(4).fill(false));
  });

  it('count a word said twice once: cut words are misread as repeated', () => {
    expect(wordEvidence('Make, make.', 'en').open).toBe(true);
    expect(kindOf('No, no, no.')).toBe('claim');
  });

  it('are found in long phrases that are a little misread, not in others', () => {
    expect(kindOf('Sound is good.')).toBe('backchannel');
    expect(kindOf('Sounds terrible.')).toBe('other');
    expect(kindOf('Stock.')).toBe('other');
    expect(kindOf("That's bad.")).toBe('other');
  });

  it.each([
    ['en', "That's not right.", "That's right."],
    ['en', "It doesn't make sense.", 'It make sense.'],
    ['de', 'Das ergibt nicht Sinn.', 'Das ergibt Sinn.'],
    ['fr', 'Pas tout à fait.', 'Tout à fait.'],
    ['nl', 'Klinkt niet goed.', 'Klinkt goed.'],
  ] as const)('in %s: "%s" is no misread "%s"', (language, denied, said) => {
    expect(kindOf(denied, language)).toBe('other');
    expect(kindOf(said, language)).toBe('backchannel');
  });

  it('count the words beside leading backchannels', () => {
    expect(wordEvidence('Right, I have another question', 'en').otherWords).toBe(4);
    expect(wordEvidence('Right. Right.', 'en').otherWords).toBe(0);
  });

  it.each([
    ['es', 'Sí, claro.', 'Espere un momento.'],
    ['de', 'Ja, alles klar.', 'Moment mal!'],
    ['fr', "Oui, d'accord.", 'Attendez.'],
    ['it', 'Sì, va bene.', 'Aspetti!'],
    ['pt', 'Está bem.', 'Não!'],
    ['nl', 'Ja, precies.', 'Wacht even.'],
    ['tr', 'Evet, tamam.', 'Bir dakika!'],
    ['id', 'Iya, baik.', 'Tunggu sebentar.'],
    ['hi', 'हाँ, ठीक है।', 'रुकिए!'],
    ['ar', 'نعم، صحيح.', 'لحظة!'],
    ['zh', '嗯，好的。', '等一下！'],
    ['ja', 'はい、なるほど。', 'ちょっと待って。'],
    ['ko', '네, 알겠습니다.', '잠깐만요!'],
  ] as const)('in %s: "%s" listens, "%s" claims', (language, listens, claims) => {
    expect(kindOf(listens, language)).toBe('backchannel');
    expect(kindOf(claims, language)).toBe('claim');
  });

  it.each(LANGUAGES)('every phrase of the lists of %s is what its list says', (language) => {
    const { claims, backchannels } = WORD_LISTS[language];
    const wrong = (list: string, kind: string) =>
      list.split(',').filter((phrase) => kindOf(phrase.trim(), language) !== kind);
    expect(wrong(claims, 'claim')).toEqual([]);
    expect(wrong(backchannels, 'backchannel')).toEqual([]);
  });
});

describe('evidence of words', () => {
  const evidence = (text: string) => wordEvidence(text, 'en');

  it('decides against the sound, and leaves it alone otherwise', () => {
    expect(withWords(0.01, evidence('stop'))).toBeGreaterThan(0.95);
    expect(withWords(0.99, evidence('thank you'))).toBeLessThan(0.05);
    expect(withWords(0.3, evidence('tuesday'))).toBe(0.3);
    expect(withWords(0.3, evidence(''))).toBe(0.3);
    expect(withWords(0, evidence('stop'))).toBeGreaterThan(0.95);
    expect(withWords(1, evidence('yes'))).toBeLessThan(0.05);
  });

  it('of two readings is that which both give, or that of which its model is sure, the larger first', () => {
    const kind = (small: [string, number], large: [string, number]) =>
      agreedEvidence(readingOf(...small, 'en'), readingOf(...large, 'en'))?.kind;
    expect(kind(['Off.', -1.9], ['Off.', -1.5])).toBe('claim');
    expect(kind(['Ah.', -0.3], ['Off.', -0.3])).toBe('claim');
    expect(kind(['The f.', -0.3], ['Yes.', -0.3])).toBe('backchannel');
    expect(kind(['Yes.', -0.3], ['The f.', -0.3])).toBe('backchannel');
    expect(kind(['No.', -1.7], ['Yeah.', -0.2])).toBe('backchannel');
    expect(kind(['But', -4.4], ["I don't know.", -0.9])).toBeUndefined();
    expect(kind(['', -20], ['Follow.', -0.2])).toBeUndefined();
    // "Huh" is taken for "hey": one model alone does not make it a claim.
    expect(kind(['Who', -3.8], ['Hey.', -0.3])).toBeUndefined();
    expect(kind(['Hey.', -0.3], ['Huh.', -2])).toBeUndefined();
    expect(kind(['Hey!', -0.9], ['Hey.', -0.9])).toBe('claim');
    // A cough: the larger model all but hears no speech.
    expect(kind(['No, no, no.', -1.2], ['But.', -3.4])).toBeUndefined();
  });

  it('of two readings counts for other words if they are alike and sure', () => {
    const same = (small: [string, number], large: [string, number]) =>
      sameOtherWords(readingOf(...small, 'en'), readingOf(...large, 'en'));
    expect(same(['Thursday.', -0.5], ['Thursday,', -0.2])).toBe(true);
    expect(same(['Thursday.', -0.5], ['Thursday,', -0.9])).toBe(false);
    expect(same(['Never.', -0.5], ['The huh?', -0.4])).toBe(false);
    expect(same(['Stop.', -0.5], ['Stop.', -0.2])).toBe(false);
  });
});
