import { describe, expect, it } from 'vitest';
import { LOG_FORMATS, renderLog, speechOf, utterancesOf, wordsOf } from '../../src/sinks/index.js';
import { callLog, logOf, quietRoomLog, roomLog } from '../helpers/events.js';

describe('a call', () => {
  it('as Audacity labels', () => {
    expect(renderLog('audacity', callLog(), 'call')).toBe(
      [
        '0.500\t2.000\tspeech',
        '2.400\t2.400\tturn end by score, p 0.81, after 400 ms',
        '3.400\t3.400\tturn resumed after 1000 ms',
        '3.400\t3.800\tbarge-in: claim, p 0.90, after 400 ms',
        '3.400\t5.000\tspeech',
        '8.000\t8.000\tturn end by timeout, p 0.30, after 3000 ms',
        '',
      ].join('\n'),
    );
  });

  it('as captions of its decisions', () => {
    expect(renderLog('srt', callLog(), 'call').split('\n').slice(0, 7)).toEqual([
      '1',
      '00:00:00,500 --> 00:00:02,000',
      '(speech)',
      '',
      '2',
      '00:00:02,400 --> 00:00:03,600',
      '[turn end by score, p 0.81, after 400 ms]',
    ]);
  });

  it('as RTTM of the user', () => {
    expect(renderLog('rttm', callLog(), 'my call')).toBe(
      'SPEAKER my_call 1 0.500 1.500 <NA> <NA> user <NA> <NA>\n' +
        'SPEAKER my_call 1 3.400 1.600 <NA> <NA> user <NA> <NA>\n',
    );
  });

  it('refuses the transcript formats instead of writing nothing', () => {
    expect(() => renderLog('stm', callLog(), 'call')).toThrow(
      /stream endpoint gives none; use --endpoint room/,
    );
  });

  it('closes open speech at the last time of a log that was cut off', () => {
    const cut = callLog().slice(0, 7);
    expect(speechOf(cut)).toEqual([
      { startSec: 0.5, endSec: 2 },
      { startSec: 3.4, endSec: 3.4 },
    ]);
  });
});

describe('a room', () => {
  it('divides finals into words and joins words into utterances', () => {
    expect(
      wordsOf(roomLog()).map(({ text, startSec, endSec }) => [text, startSec, +endSec.toFixed(2)]),
    ).toEqual([
      ['hello', 0.3, 0.6],
      ['there', 0.6, 0.9],
      ['my', 0.9, 1.2],
      ['hi', 1.1, 1.5],
      ['"friend"', 1.2, 1.8],
      ['&', 1.5, 1.9],
      ['bye', 1.9, 2.5],
      ['later', 4, 4.6],
    ]);
    expect(utterancesOf(roomLog()).map(({ speaker, text }) => `${speaker} ${text}`)).toEqual([
      'spk_1 hello there my "friend"',
      'spk_2 hi & bye',
      'spk_1 later',
    ]);
  });

  it('has words first heard at once share the time until the next one', () => {
    const at = (t0: number, t1: number, text: string) =>
      ({ type: 'asr.final', t: 9, speaker: 'spk_1', text, t0, t1, language: 'en' }) as const;
    const events = logOf(at(1, 1, 'okay'), at(1, 1.2, 'so yes'), at(4, 4, 'to you'));
    expect(wordsOf(events).map(({ text, startSec, endSec }) => [text, startSec, endSec])).toEqual([
      ['okay', 1, 1.1],
      ['so', 1.1, 1.2],
      ['yes', 1.2, 1.8],
      ['to', 4, 4.3],
      ['you', 4.3, 4.6],
    ]);
    expect(renderLog('textgrid', events, 'room').match(/text = "\w+"/g)).toHaveLength(5);
  });

  it('lasts until the last of its characters where they have no spaces', () => {
    const text = '今天天气很好，';
    const at = { t: 4, t0: 1, t1: 2.5, language: 'zh' } as const;
    const events = logOf({ type: 'asr.final', speaker: 'spk_1', text, ...at });
    expect(wordsOf(events)).toMatchObject([{ startSec: 1, endSec: 3.1 }]);
  });

  it.each([
    [10.3, 10.3],
    [11, 10.6],
  ])('ends its last word, at 10 s of %s s of sound, at %s s: no label runs past the end', (audio_s, end) => {
    const events = logOf(
      { type: 'asr.final', t: 10.2, speaker: 'spk_1', text: 'bye', t0: 10, t1: 10, language: 'en' },
      { type: 'session.summary', audio_s, turns: 0 },
    );
    expect(wordsOf(events)).toMatchObject([{ startSec: 10, endSec: end }]);
    expect(renderLog('textgrid', events, 'x')).toContain(`xmax = ${Math.max(end, audio_s)}\n`);
  });

  it('divides a long utterance into captions of about equal length at the times of their words', () => {
    const said = [...'abcdefghijklmnopq'].map((letter, i) => {
      const t0 = i < 8 ? i * 0.3 : i * 1.2 - 7.2;
      return {
        type: 'asr.final',
        t: 30,
        speaker: 'spk_1',
        text: letter.repeat(5),
        t0,
        t1: t0,
        language: 'en',
      } as const;
    });
    const lines = renderLog('srt', logOf(...said), 'room').split('\n');
    expect(lines.filter((line) => line.includes('-->'))).toEqual([
      '00:00:00,000 --> 00:00:03,000',
      '00:00:03,600 --> 00:00:12,600',
    ]);
  });

  it('writes Chinese without spaces, and divides it between words, with two columns a character', () => {
    const text = '今天天气很好，我们一起去公园散步吧。';
    const final = (t0: number) =>
      ({ type: 'asr.final', t: 30, speaker: 'spk_1', text, t0, t1: t0 + 3, language: 'zh' }) as const;
    const said = [final(1), final(5), final(9)].map((event, i) => ({ ...event, t0: 1 + i, t1: 1 + i }));
    const lines = renderLog('srt', logOf(...said), 'room').split('\n');
    const shown = lines.filter((line) => line.startsWith('spk_1: ')).map((line) => line.slice(7));
    expect(shown.join('')).toBe(text.repeat(3));
    expect(shown).toHaveLength(2);
    expect(shown.every((line) => line.length <= 42 && !/^[，。]/.test(line))).toBe(true);
  });

  it('leaves Chinese text as it is, with Latin letters, digits and ASCII punctuation in it', () => {
    const final = (text: string, t0: number) =>
      ({ type: 'asr.final', t: 9, speaker: 'spk_1', text, t0, t1: t0 + 0.5, language: 'zh' }) as const;
    const events = logOf(final('我有3张GPU卡,', 1), final('很好。', 2));
    expect(renderLog('srt', events, 'room').split('\n')[2]).toBe('spk_1: 我有3张GPU卡,很好。');
    expect(utterancesOf(events).map(({ text }) => text)).toEqual(['我有3张GPU卡,很好。']);
  });

  it('as WebVTT with voices and escapes', () => {
    const text = renderLog('vtt', roomLog(), 'room');
    expect(text).toMatch(/^WEBVTT\n\n00:00:00\.300 --> 00:00:01\.800\n<v spk_1>hello there my "friend"\n/);
    expect(text).toContain('<v spk_2>hi &amp; bye');
  });

  it('as STM and CTM', () => {
    expect(renderLog('stm', roomLog(), 'room').split('\n')[1]).toBe('room 1 spk_2 1.100 2.500 hi & bye');
    expect(renderLog('ctm', roomLog(), 'room').split('\n').slice(-2)[0]).toBe('room spk_2 1.900 0.600 bye');
  });

  it('as a TextGrid whose intervals all last, whatever the times of the words', () => {
    const text = 'ACME bank. My name is Babu.';
    const events = logOf({
      type: 'asr.final',
      t: 5.8,
      speaker: 'spk_1',
      text,
      t0: 3.172,
      t1: 4.708,
      language: 'en',
    });
    const bounds = [...renderLog('textgrid', events, 'x').matchAll(/ {12}xmin = (.+)\n {12}xmax = (.+)/g)];
    expect(bounds).toHaveLength(9);
    for (const [, start, end] of bounds) expect(+start!).toBeLessThan(+end!);
  });

  it('as a TextGrid without holes or overlaps, quotes doubled', () => {
    const text = renderLog('textgrid', roomLog(), 'room');
    expect(text).toContain('text = """friend"""');
    for (const tier of text.split(/ {4}item \[\d+\]:/).slice(1)) {
      if (!tier.includes('IntervalTier')) continue;
      const bounds = [...tier.matchAll(/ {12}xmin = (.+)\n {12}xmax = (.+)/g)].map((m) => [+m[1]!, +m[2]!]);
      expect(bounds[0]![0]).toBe(0);
      expect(bounds.at(-1)![1]).toBe(6);
      bounds.slice(1).forEach(([start], i) => expect(start).toBe(bounds[i]![1]));
    }
  });
});

it('every format takes an empty session, but a stream has no transcript even where nobody spoke', () => {
  for (const format of LOG_FORMATS) expect(typeof renderLog(format, quietRoomLog(), 'x')).toBe('string');
  const quietCall = logOf({ type: 'session.summary', audio_s: 0, turns: 0 });
  for (const format of ['stm', 'ctm'] as const)
    expect(() => renderLog(format, quietCall, 'x')).toThrow(/holds a transcript, and the stream/);
  for (const format of ['srt', 'rttm'] as const)
    expect(typeof renderLog(format, quietCall, 'x')).toBe('string');
});
