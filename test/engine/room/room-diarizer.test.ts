/** Whose a word is, by absolute sample (src/engine/room-diarizer.ts). */
import { expect, it, vi } from 'vitest';
import { RoomDiarizer } from '../../../src/engine/room/room-diarizer.js';
import { AudioWindow } from '../../../src/engine/session/audio-window.js';
import { SpeechTimeline } from '../../../src/engine/room/speech-timeline.js';
import { diarizerOptionsFor } from '../../../src/voices/diarizer/diarizer-options.js';
import { codedEmbedder, codedInference } from '../../helpers/scripted-room.js';

it.each([0, 1, 18, 24, 100])('a word is of the voice at its middle, %s h into the session', (hours) => {
  const sound = { audio: new AudioWindow(16_000), timeline: new SpeechTimeline(0, 16_000) };
  const options = diarizerOptionsFor(codedEmbedder);
  const diarizer = new RoomDiarizer(sound, codedInference, codedEmbedder, options);
  const voiceAt = vi.spyOn(diarizer, 'voiceAt').mockReturnValue(3);
  const start = hours * 3600 * 16_000 + 100;
  expect(diarizer.voiceOf({ start, end: start + 3200 })).toBe(3);
  expect(voiceAt).toHaveBeenCalledWith(start + 1600);
});
