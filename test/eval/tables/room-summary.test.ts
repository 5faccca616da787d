/** Figures of rooms, made from what was heard in them. */
import { expect, it } from 'vitest';
import type { RowResult } from '../../../src/eval/results/row-result.js';
import { roomsByVoices, summariseRooms } from '../../../src/eval/tables/room-summary.js';

type Room = NonNullable<RowResult['room']>;

const spoken = (speaker: string, start: number, end: number, text = '') => ({
  ...{ session: 'a', speaker, start, end, text },
});

/** A room of which one voice was heard at 1 s, and no language. */
function room(about: Pick<Room, 'referenceSpeech'> & Partial<Room>): RowResult {
  const word = { ...spoken('spk_1', 1, 1.5, 'yes'), language: 'en', emitted: 2 };
  return {
    ...{ corpus: 'c', id: 'a', language: 'en', split: 'all', tags: {}, audio: 'a.wav', audioSec: 9 },
    room: {
      ...{ referenceTranscript: [], scored: null, referenceLanguages: {}, words: [word], languages: {} },
      ...about,
    },
  };
}

it('counts the voices of a room where it is scored, on both sides', () => {
  const referenceSpeech = [spoken('anna', 1, 2), spoken('bob', 5, 6)];
  const scored = [{ session: 'a', start: 0, end: 3 }];
  expect(summariseRooms([room({ referenceSpeech })])).toMatchObject({ rightVoiceCount: 0 });
  const { rightVoiceCount, diarization } = summariseRooms([room({ referenceSpeech, scored })])!;
  expect(diarization).toMatchObject({ voices: 1, hypothesisVoices: 1 });
  expect(rightVoiceCount).toBe(1);
});

it('counts neither words nor voices where the reference leaves out', () => {
  const referenceSpeech = [spoken('anna', 5, 6)];
  const referenceTranscript = [spoken('anna', 5, 6, 'no')];
  const unscored = [{ session: 'a', start: 0, end: 3 }];
  const { wer, diarization } = summariseRooms([room({ referenceSpeech, referenceTranscript, unscored })])!;
  expect(wer).toMatchObject({ deletions: 1, insertions: 0, hypothesisWords: 0 });
  expect(diarization).toMatchObject({ speech: 0.5, falseAlarm: 0, hypothesisVoices: 0 });
});

it('takes utterances without words for no transcript', () => {
  const referenceSpeech = [spoken('anna', 1, 2)];
  const told = (text: string) =>
    summariseRooms([room({ referenceSpeech, referenceTranscript: [spoken('anna', 1, 2, text)] })]);
  expect(told('')).toMatchObject({ transcribed: 0, wer: { errors: 0, referenceWords: 0 } });
  expect(told('yes')).toMatchObject({ transcribed: 1, wer: { errors: 0, referenceWords: 1 } });
});

it('divides rooms by the voices of their reference, fewest first', () => {
  const two = room({ referenceSpeech: [spoken('anna', 1, 2), spoken('bob', 5, 6)] });
  const one = room({ referenceSpeech: [spoken('anna', 1, 2)] });
  const withoutRoom: RowResult = { ...one, room: undefined };
  const divided = roomsByVoices([two, one, withoutRoom, two]);
  expect(divided.map(({ voices, summary }) => [voices, summary.rooms])).toEqual([
    [1, 1],
    [2, 2],
  ]);
});
