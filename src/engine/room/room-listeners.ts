/** What listens to a room's mixed sound: its recogniser and its diarizer. Called by room-transcript.ts. */
import { decodeKernelFor } from '../../asr/decode-kernels.js';
import { StreamingRecogniser, type Decode } from '../../asr/streaming-recogniser.js';
import type { Language } from '../../protocol/languages.js';
import { diarizerOptionsFor } from '../../voices/diarizer/diarizer-options.js';
import { MODE_PRIORS } from '../session/mode-priors.js';
import { RoomDiarizer, type RoomSound } from './room-diarizer.js';
import type { RoomSetup } from './room-setup.js';

/** @param current the language to decode in, asked at each decoding */
export function roomRecogniser(
  { inference, session, sessionId }: RoomSetup,
  { audio, timeline }: RoomSound,
  current: () => Language,
): StreamingRecogniser {
  const spoken = {
    slice: (from: number, to: number) => audio.slice(from, to),
    speechIn: (from: number, to: number) => timeline.speechIn(from, to),
  };
  const decode: Decode = (input, call) => {
    const language = current();
    const options = { session: sessionId, ...call };
    return inference.call(decodeKernelFor(language, 'large'), { ...input, language }, options);
  };
  return new StreamingRecogniser(spoken, decode, session.language.kind !== 'pin');
}

/** With the number of voices that the session's mode expects. */
export function roomDiarizer(setup: RoomSetup, sound: RoomSound): RoomDiarizer {
  const { embedder, inference, session } = setup;
  const { expectedVoices } = MODE_PRIORS[session.mode];
  const options = { ...diarizerOptionsFor(embedder), expectedVoices, ...setup.diarizer };
  return new RoomDiarizer(sound, inference, embedder, options);
}
