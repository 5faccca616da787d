/** Which samples of a turn are decoded at each pause, and what text is kept. The recogniser is scripted. */
import { describe, expect, it } from 'vitest';
import { AudioWindow } from '../../../src/engine/session/audio-window.js';
import { NO_SPEECH_HYPOTHESIS } from '../../../src/engine/transcript/transcribe-window.js';
import { TurnTranscript, type TranscribeWindow } from '../../../src/engine/transcript/turn-transcript.js';

const SECOND = 16_000;

/** Answers pause after pause; remembers the length of each window in seconds and its draft. */
function turn(answers: readonly { text: string; tokens: number[] }[]) {
  const asked: { sec: number; draft: readonly number[] }[] = [];
  const audio = new AudioWindow(60 * SECOND);
  audio.push(new Int16Array(60 * SECOND));
  const transcript = new TurnTranscript(audio);
  const transcribe: TranscribeWindow = async (window, { draft = [] } = {}) => {
    const { text, tokens } = answers[asked.length]!;
    asked.push({ sec: Math.round((window.length / SECOND) * 100) / 100, draft });
    return { hypothesis: { ...NO_SPEECH_HYPOTHESIS, text }, tokens };
  };
  /** Speech from `from` to `to` seconds, judged 0.1 s later; the turn's own from `since` on. */
  const speak = async (from: number, to: number, counts = true, since = 0) => {
    transcript.speechStart(from * SECOND);
    transcript.speechEnd(to * SECOND);
    const decoding = transcript.pause((to + 0.1) * SECOND, transcribe, since * SECOND);
    const { text } = await decoding.hypothesis();
    if (counts) decoding.commit();
    return text;
  };
  return { asked, speak, transcript };
}

describe('the words of a turn', () => {
  it('decodes a short turn whole at every pause, with the last hypothesis as the draft', async () => {
    const { asked, speak } = turn([
      { text: 'I would', tokens: [1, 2] },
      { text: 'I would like tea', tokens: [1, 2, 3, 4] },
    ]);
    expect(await speak(1, 2)).toBe('I would');
    expect(await speak(2.5, 3.5)).toBe('I would like tea');
    expect(asked).toEqual([
      { sec: 1.3, draft: [] },
      { sec: 2.8, draft: [1, 2] },
    ]);
  });

  it('goes on after a pause that did not count as if it had not been decoded', async () => {
    const { asked, speak, transcript } = turn([
      { text: 'one', tokens: [1] },
      { text: 'one two', tokens: [1, 2] },
      { text: 'one two three', tokens: [1, 2, 3] },
    ]);
    await speak(1, 2);
    expect(await speak(3, 4, false)).toBe('one two');
    expect(transcript.text).toBe('one');
    expect(await speak(4.1, 5)).toBe('one two three');
    expect(asked.map(({ draft }) => draft)).toEqual([[], [1], [1]]);
  });

  it('never starts a window where a pause did not count', async () => {
    const { asked, speak } = turn([
      { text: 'one', tokens: [1] },
      { text: 'one two', tokens: [1, 2] },
      { text: 'one two three', tokens: [1, 2, 3] },
      { text: 'four', tokens: [4] },
    ]);
    await speak(1, 2);
    await speak(4, 5, false);
    await speak(6, 7);
    expect(await speak(9, 10)).toBe('one two three four');
    expect(asked.map(({ sec }) => sec)).toEqual([1.3, 4.3, 6.3, 1.3]);
  });

  it('starts a grown window at the first run that makes it short, and keeps the text before it', async () => {
    const { asked, speak } = turn([
      { text: 'one', tokens: [1] },
      { text: 'one two', tokens: [1, 2] },
      { text: 'one two three', tokens: [1, 2, 3] },
      { text: 'three four', tokens: [3, 4] },
    ]);
    await speak(1, 2);
    await speak(3, 4);
    await speak(6, 7);
    expect(await speak(9, 10)).toBe('one two three four');
    expect(asked.map(({ sec }) => sec)).toEqual([1.3, 3.3, 6.3, 4.3]);
    expect(asked[3]!.draft).toEqual([3]);
  });

  it('hands on the rest of the hypothesis as a draft, also when its beginning is decoded otherwise by now', async () => {
    const { asked, speak } = turn([
      { text: 'one', tokens: [1] },
      { text: 'won two', tokens: [9, 2] },
      { text: 'two three', tokens: [2, 3] },
    ]);
    await speak(1, 2);
    await speak(5.5, 6.5);
    expect(await speak(8.5, 9.6)).toBe('one two three');
    expect(asked[2]).toEqual({ sec: 4.4, draft: [2] });
  });

  it('does not cut inside a word while another place is there: a gap of 0.1 s is none', async () => {
    const { asked, speak } = turn([
      { text: 'a', tokens: [1] },
      { text: 'a b', tokens: [1, 2] },
      { text: 'b c', tokens: [2, 3] },
    ]);
    await speak(1, 2);
    await speak(4, 6);
    await speak(6.1, 9.5);
    expect(asked[2]!.sec).toBe(5.8);
  });

  it('decodes at most the last 8 s if speech never pauses', async () => {
    const { asked, speak } = turn([{ text: 'on and on', tokens: [1] }]);
    await speak(1, 15);
    expect(asked[0]).toEqual({ sec: 8, draft: [] });
  });

  it('forgets the turn before', async () => {
    const { transcript, speak } = turn([
      { text: 'hello', tokens: [1] },
      { text: 'bye', tokens: [2] },
    ]);
    await speak(1, 2);
    transcript.newTurn();
    expect(transcript.text).toBe('');
    expect(await speak(9, 10)).toBe('bye');
  });

  it('decodes nothing that another voice said, then or later', async () => {
    const { asked, speak } = turn([
      { text: 'shall we', tokens: [1, 2] },
      { text: 'yes', tokens: [3] },
      { text: 'yes why', tokens: [3, 4] },
      { text: 'not', tokens: [5] },
    ]);
    await speak(1, 2);
    expect(await speak(3, 4, true, 3)).toBe('yes');
    expect(await speak(6, 7, true, 3)).toBe('yes why');
    // Too long by now: it starts at the last run, after what the same voice had said before.
    expect(await speak(9, 11.5, true, 3)).toBe('yes why not');
    expect(asked.map(({ sec }) => sec)).toEqual([1.3, 1.3, 4.3, 2.8]);
    expect(asked.map(({ draft }) => draft)).toEqual([[], [], [3], []]);
  });

  it('takes back what it had taken for one voice once the change is known', async () => {
    const { asked, speak } = turn([
      { text: 'shall we', tokens: [1, 2] },
      { text: 'shall we yes', tokens: [1, 2, 3] },
      { text: 'yes why', tokens: [3, 4] },
    ]);
    await speak(1, 2);
    expect(await speak(3, 4)).toBe('shall we yes');
    expect(await speak(6, 7, true, 3)).toBe('yes why');
    expect(asked.map(({ sec }) => sec)).toEqual([1.3, 3.3, 4.3]);
  });
});
