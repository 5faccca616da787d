/** Overlaps are read once, in each voice's own sound, and only if that sound is of its voice. Separator, embedder and recogniser are scripted. */
import { describe, expect, it } from 'vitest';
import type { AsrDecodeInput, AsrDecodeOutput } from '../../../src/asr/decoding.js';
import type { RecognisedWord } from '../../../src/asr/recognised-word.js';
import { OverlappedWords } from '../../../src/engine/room/overlapped-words.js';
import { AudioWindow } from '../../../src/engine/session/audio-window.js';
import type { Inference, Kernel } from '../../../src/inference/kernel.js';
import { learnedEmbedder } from '../../../src/voices/embedder/learned-embedder.js';
import { learnedVoice } from '../../../src/voices/embedder/learned-voice.js';
import { separatorNetwork, type SeparatorInput } from '../../../src/voices/separator-network.js';

const SEC = 16_000;
const [FIRST, SECOND] = [Float32Array.of(1, 0), Float32Array.of(0, 1)];
/** Levels of the sound of both voices, by which the scripted embedder and recogniser know them. */
const LEVELS = [0.25, 0.5] as const;

interface Script {
  /** Text, second and log-probability of the words in the sound of each voice. */
  readonly words: readonly (readonly (readonly [string, number, number?])[])[];
  /** What the embedder says of both. */
  readonly vectors?: readonly Float32Array[];
  readonly stopped?: AsrDecodeOutput['stopped'];
}

const word = (text: string, second: number): RecognisedWord => ({
  text,
  start: second * SEC,
  end: (second + 0.2) * SEC,
  logProb: -0.1,
  tokens: [],
  spokenCount: 0,
});

/** @param overlap seconds in which voices 4 and 7 speak at once */
function room(overlap: readonly [number, number], script: Script) {
  const audio = new AudioWindow(20 * SEC);
  audio.push(new Int16Array(10 * SEC));
  const calls: SeparatorInput[] = [];
  let from = 0;
  const decode = ({ audio: sound }: AsrDecodeInput): AsrDecodeOutput => {
    const said = script.words[LEVELS.indexOf(sound.at(-1) as 0.25)]!;
    const words = said.map(([text, second, logProb = -0.1], i) => {
      const startSec = second - from + 0.5;
      return {
        text,
        newText: text,
        from: i,
        to: i + 1,
        spokenTo: i + 1,
        logProb,
        startSec,
        endSec: startSec + 0.2,
      };
    });
    const tokenLogProbs = words.map(({ logProb }) => logProb);
    const tokens = words.map((_, i) => i);
    const rest = { noSpeechProb: 0, eosLogProb: 0, punctuation: null, lastWordLogProb: 0 };
    return { text: '', tokens, tokenLogProbs, words, stopped: script.stopped ?? 'end', ...rest };
  };
  const vectorOf = (sound: Float32Array) =>
    (script.vectors ?? [FIRST, SECOND])[LEVELS.indexOf(sound[0] as 0.25)]!;
  const inference: Pick<Inference, 'call'> = {
    async call<I, O>(kernel: Kernel<I, O>, input: I): Promise<O> {
      if (kernel.name === learnedVoice.name) return { vector: vectorOf(input as Float32Array) } as O;
      if (kernel.name !== separatorNetwork.name) return decode(input as AsrDecodeInput) as O;
      const parted = input as SeparatorInput;
      calls.push(parted);
      return LEVELS.map((level) => new Float32Array(parted.sound.length).fill(level)) as O;
    },
  };
  const diarizer = {
    diarizedUntil: 0,
    pairAt: (sample: number) =>
      sample >= overlap[0] * SEC && sample < overlap[1] * SEC ? ([4, 7] as const) : undefined,
    vectorOf: (voice: number) => (voice === 4 ? FIRST : SECOND),
  };
  const setup = {
    embedder: learnedEmbedder,
    inference: inference as Inference,
    sessionId: 's',
    moonshineLanguages: ['en'] as const,
  };
  const overlapped = new OverlappedWords({ audio }, diarizer, setup, { current: 'en' });
  const take = async (second: number, finals: readonly RecognisedWord[] = [], isEnd = false) => {
    diarizer.diarizedUntil = second * SEC;
    from = Math.max(0, (overlap[0] ?? 0) - 1);
    const read = await overlapped.take(isEnd, () => finals);
    return read.map((words) => words.map(({ text, voiceId }) => `${voiceId} ${text}`));
  };
  return { overlapped, take, calls };
}

describe('an overlap', () => {
  const script: Script = {
    words: [
      [
        ['before', 1.5],
        ['one', 2.2],
        ['two', 2.6],
      ],
      [
        ['three', 2.4],
        ['after', 3.2],
      ],
    ],
  };

  it('is read once, when it is over, with a second around it', async () => {
    const { take, calls, overlapped } = room([2, 3], script);
    expect(await take(3.25)).toEqual([]);
    expect(overlapped.isUnread(word('', 2.5))).toBe(true);
    expect(await take(4)).toEqual([['4 one', '4 two'], ['7 three']]);
    expect(await take(5)).toEqual([]);
    expect(overlapped.isUnread(word('', 2.5))).toBe(false);
    expect(calls.map(({ sound }) => sound.length / SEC)).toEqual([3]);
    expect(calls[0]!.voices).toEqual([FIRST, SECOND]);
  });

  it('takes the place of words whose middle lies in it', async () => {
    const { take, overlapped } = room([2, 3], script);
    expect(overlapped.isReplaced(word('x', 2.5))).toBe(false);
    await take(4);
    expect([1.8, 1.95, 2.85, 2.95].map((second) => overlapped.isReplaced(word('x', second)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('is read in parts while it goes on, and to its end at the end', async () => {
    const { take, calls } = room([2, 8], { words: [[], []] });
    await take(3.75);
    expect(calls.length).toBe(0);
    await take(4);
    expect(calls.length).toBe(1);
    await take(6);
    expect(calls.length).toBe(2);
    await take(6.25, [], true);
    expect(calls.length).toBe(3);
  });

  it('of less than half a second is not read', async () => {
    const { take, calls } = room([2, 2.25], script);
    await take(4);
    expect(calls).toEqual([]);
  });
});

describe('no word of an overlap is added', () => {
  const words = [[['one', 2.2]], [['two', 2.4]]] as const;

  it('if the sound of one voice is not that voice', async () => {
    const vectors = [FIRST, Float32Array.of(0.7, 0.7)];
    expect(await room([2, 3], { words, vectors }).take(4)).toEqual([]);
  });

  it('that is final already', async () => {
    expect(await room([2, 3], { words }).take(4, [word('Two.', 2.1)])).toEqual([['4 one'], []]);
  });

  it('twice if it comes through in both: the surer one stays', async () => {
    const both = [[['one', 2.2, -0.4]], [['one', 2.3, -0.2]]] as const;
    expect(await room([2, 3], { words: both }).take(4)).toEqual([[], ['7 one']]);
  });

  it('of which the recogniser is unsure, alone or as a whole', async () => {
    const unsure = [
      [
        ['one', 2.2, -2],
        ['two', 2.4],
        ['three', 2.6],
        ['four', 2.8],
      ],
      [['five', 2.4, -1]],
    ] as const;
    expect(await room([2, 3], { words: unsure }).take(4)).toEqual([['4 two', '4 three', '4 four'], []]);
  });

  it('if the recogniser went round in a circle', async () => {
    expect(await room([2, 3], { words, stopped: 'loop' }).take(4)).toEqual([[], []]);
  });
});
