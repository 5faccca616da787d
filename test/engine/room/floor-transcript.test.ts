/** Whose words are decoded at a room's pauses, and after whose. Recogniser and voices are scripted. */
import { describe, expect, it } from 'vitest';
import { AudioWindow } from '../../../src/engine/session/audio-window.js';
import { NO_SPEECH_HYPOTHESIS } from '../../../src/engine/transcript/transcribe-window.js';
import type { TranscribeWindow } from '../../../src/engine/transcript/turn-transcript.js';
import type { FloorVoices } from '../../../src/engine/room/floor.js';
import { FloorTranscript } from '../../../src/engine/room/floor-transcript.js';
import type { Language } from '../../../src/protocol/languages.js';

const SECOND = 16_000;

interface Spoken {
  readonly from: number;
  readonly to: number;
  readonly voice: number;
  readonly pEot: number;
  readonly newTurn?: boolean;
  /** Default true. */
  readonly counts?: boolean;
}

/** Speaks pause after pause. @returns what the scorer reads at each, and how much sound was decoded for it, seconds. */
async function readings(
  spoken: readonly Spoken[],
  answers: readonly string[],
  languages: Record<number, Language> = {},
) {
  const audio = new AudioWindow(120 * SECOND);
  audio.push(new Int16Array(120 * SECOND));
  const asked: number[] = [];
  const transcribe: TranscribeWindow = async (window) => {
    asked.push(Math.round((window.length / SECOND) * 10) / 10);
    return { hypothesis: { ...NO_SPEECH_HYPOTHESIS, text: answers[asked.length - 1]! }, tokens: [] };
  };
  const voices: FloorVoices = {
    secondsIn: (from, to) => {
      const seconds = new Map<number, number>();
      for (const { voice, ...part } of spoken) {
        const sec = Math.min(to / SECOND, part.to) - Math.max(from / SECOND, part.from);
        if (sec > 0) seconds.set(voice, (seconds.get(voice) ?? 0) + sec);
      }
      return seconds;
    },
    languageOf: (voice) => languages[voice ?? 0] ?? 'en',
  };
  const floor = new FloorTranscript(audio, voices, (language) =>
    language === 'en' ? transcribe : undefined,
  );
  const found = [];
  for (const { from, to, pEot, newTurn = false, counts = true } of spoken) {
    floor.speechStart(from * SECOND, newTurn);
    floor.speechEnd(to * SECOND);
    const decoding = floor.pause((to + 0.1) * SECOND, to * SECOND);
    const { hypothesis, messages, language } = await decoding.context();
    found.push({ text: hypothesis?.text, after: messages.at(-1)?.content, language });
    if (counts) decoding.commit(pEot);
  }
  return { found, asked };
}

const question: Spoken = { from: 1, to: 3, voice: 1, pEot: 0.95, newTurn: true };

describe('a pause of a room', () => {
  it('has the words of who spoke last, and what another voice said before', async () => {
    const { found, asked } = await readings(
      [question, { from: 4, to: 6, voice: 2, pEot: 0.1 }, { from: 6.5, to: 8, voice: 2, pEot: 0.9 }],
      ['what is your number', 'five five', 'five five one two'],
    );
    expect(found.map(({ text, after }) => [text, after])).toEqual([
      ['what is your number', undefined],
      ['five five', 'what is your number'],
      ['five five one two', 'what is your number'],
    ]);
    expect(asked).toEqual([2.3, 2.3, 4.3]);
  });

  it('knows the turn before: an answer in a turn of its own, and none where the same voice goes on', async () => {
    const answer = { from: 6, to: 8, pEot: 0.9, newTurn: true };
    const texts = ['what is your number', 'five'];
    const other = await readings([question, { ...answer, voice: 2 }], texts);
    expect(other.found[1]).toEqual({ text: 'five', after: 'what is your number', language: 'en' });
    const same = await readings([question, { ...answer, voice: 1 }], texts);
    expect(same.found[1]).toEqual({ text: 'five', after: undefined, language: 'en' });
  });

  it('takes a short answer for an answer, whatever its label, and a short pause in a sentence for no change of speaker', async () => {
    const short = { from: 4, to: 4.3, voice: 1, pEot: 0.9 };
    const texts = ['shall i send it', 'yes'];
    const answered = await readings([question, short], texts);
    expect(answered.found[1]).toMatchObject({ text: 'yes', after: 'shall i send it' });
    const goesOn = await readings([{ ...question, pEot: 0.05 }, short], ['shall i', 'shall i send it']);
    expect(goesOn.found[1]).toMatchObject({ text: 'shall i send it', after: undefined });
  });

  it('builds on no pause that did not count', async () => {
    const { found, asked } = await readings(
      [
        { ...question, counts: false },
        { from: 3.1, to: 5, voice: 2, pEot: 0.9 },
      ],
      ['what is', 'what is it'],
    );
    expect(found[1]).toMatchObject({ text: 'what is it', after: undefined });
    expect(asked).toEqual([2.3, 4.3]);
  });

  it('has the language of who speaks, and no words if no recogniser knows it, neither now nor later', async () => {
    const german = { from: 4, to: 7, voice: 2, pEot: 0.5 };
    const { found, asked } = await readings(
      [question, german, { from: 8, to: 10, voice: 1, pEot: 0.9 }],
      ['what is your name', 'i see'],
      { 2: 'de' },
    );
    expect(found).toEqual([
      { text: 'what is your name', after: undefined, language: 'en' },
      { text: undefined, after: 'what is your name', language: 'de' },
      { text: 'i see', after: undefined, language: 'en' },
    ]);
    expect(asked).toEqual([2.3, 2.3]);
  });
});
