/**
 * Lists real recordings of several people and what is known of who said what. The reference is the RTTM if a recording has
 * one, the voice activity of each channel for the call, and for dialogues without labels the text, which tells the order
 * of the speakers.
 */
import { readFile } from 'node:fs/promises';
import { SAMPLE_RATE_HZ } from '../../dist/protocol/grid.js';
import { development, mix, soundOf } from './sound.mjs';

const MEETINGS = ['dev00', 'trn01', 'trn02', 'trn03', 'trn04', 'trn05', 'sample'];

/** 30 s clips of meetings and one telephone conversation, with RTTM. */
export async function meetings() {
  const rttms = ['debug.development.rttm', 'debug.train.rttm', 'sample.rttm'];
  const texts = await Promise.all(rttms.map((name) => readFile(development(`meetings/${name}`), 'utf8')));
  const lines = texts.flatMap((text) => text.trim().split('\n')).map((line) => line.split(/\s+/));
  return Promise.all(
    MEETINGS.map(async (id) => ({
      id,
      samples: await soundOf(development(`meetings/${id}.wav`)),
      speech: lines
        .filter(([, session]) => session === id)
        .map(([, session, , start, length, , , speaker]) => said(session, speaker, +start, +start + +length)),
    })),
  );
}

/**
 * Dialogues whose text is not from an independent transcriber. `azure`: we wrote the text down; the names in it tell who says
 * what. `audio_02`: a caller and a machine; the text is our recogniser's, corrected, with doubtful names left as heard, so word
 * errors measured against it are too few.
 */
export async function dialogues() {
  return [
    {
      id: 'azure/katiesteve',
      samples: await soundOf(development('azure/katiesteve_mono.wav')),
      turns: [
        ['katie', 'good morning steve'],
        ['steve', 'good morning katie'],
        ['katie', 'have you heard about the new conversation transcription capability'],
        ['steve', 'no tell me more'],
        ['katie', "it's the new feature that transcribes our discussion and lets us know who said what"],
        ['steve', "that sounds interesting i'm going to give this a try"],
      ],
    },
    {
      id: 'speechmatics/audio_02',
      samples: await soundOf(development('speechmatics/audio_02_8kHz.wav')),
      turns: [
        ['machine', 'welcome to g router how can i help'],
        ['caller', 'yeah can you tell me the route from notting hill gate to um buckingham palace'],
        ['machine', "i'm sorry i didn't quite catch that could you please repeat or clarify your request"],
        ['caller', 'can you tell me the route from notting hill gate'],
        [
          'machine',
          "i'm not sure i understood are you looking for directions from rickmansworth to enfield could you clarify please",
        ],
      ],
    },
  ];
}

/** Recordings without labels: the report lists the number of voices found, and the log is for reading. */
export async function unlabelled() {
  const files = [
    'watson/en-US_Broadband_sample1.wav',
    'watson/en-GB_Narrowband_sample1.wav',
    'watson/english2.g712.wav',
    'watson/new_single2-mono.wav',
    'watson/Us_English_Narrowband_Sample_1.wav',
    'moonshine/endgame_nagg_nell.wav',
  ];
  return Promise.all(files.map(async (id) => ({ id, samples: await soundOf(development(id)) })));
}

/** Mixes the two channels of a call; the reference is the voice activity of each channel. */
export async function mixedCall(activityOf) {
  const channels = await Promise.all(
    ['agent', 'caller'].map(async (speaker) => ({
      speaker,
      samples: await soundOf(development(`aws-call/Auto_Repairs_40_UTC_${speaker}.wav`)),
    })),
  );
  const speech = [];
  for (const { speaker, samples } of channels) {
    for (const [start, end] of bridged(await activityOf(samples)))
      speech.push(said('call', speaker, start / SAMPLE_RATE_HZ, end / SAMPLE_RATE_HZ));
  }
  const samples = mix(channels.map((channel) => ({ samples: channel.samples, start: 0 })));
  return { id: 'aws-call, two channels mixed', samples, speech, channels };
}

/** Bridges pauses of a channel under 0.8 s, as in the hypothesis. */
function bridged(runs) {
  const joined = [];
  for (const [start, end] of runs) {
    const last = joined.at(-1);
    if (last && start - last[1] < 0.8 * SAMPLE_RATE_HZ) last[1] = end;
    else joined.push([start, end]);
  }
  return joined;
}

function said(session, speaker, start, end) {
  return { session, speaker, start, end, text: '' };
}
