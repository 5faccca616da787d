/**
 * The recordings that the report of barge-in needs, in one folder (TURNWIRE_FIELD_AUDIO, else ../shared/field). No rule and
 * no model was chosen on any of them.
 *
 * | folder | from | licence |
 * |---|---|---|
 * | words/WORD/SPEAKER_nohash_N.wav | Speech Commands v0.02, test set (1) | CC BY 4.0 |
 * | backchannels/CALL-NNN.wav | phiresky/backchannel-prediction, `evaluate/out/.../BC`: cut from Switchboard | evaluation only |
 * | coughs/{pos,neg}/ | virufy/virufy-data, `clinical/segmented` | CC BY-NC-SA, evaluation only |
 * | noises/ | sierra-research/tau2-bench, `.../bursts` | MIT |
 * | callers/ | caller channels: 12 calls of HarperValleyBank (2), Auto Repairs 40 and 49 (3) | CC BY 4.0, Apache-2.0 |
 * | agents/ | agent channels of these calls | the same |
 *
 * 1. stop, no, off, yes and right of thegtagamer/PICO-tinyML-benchmark, `MLTK_keyworkSpotting/dataset`.
 * 2. dev-sanidhya/BPO-Demo.
 * 3. aws-samples/amazon-transcribe-live-call-analytics.
 */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { repo } from '../turnwire-steps.mjs';

export const FIELD = process.env.TURNWIRE_FIELD_AUDIO ?? path.join(repo, '../shared/field');

/** Words that claim the floor even alone. */
export const CLAIM_WORDS = ['stop', 'no', 'off'];
/** Backchannel words. */
export const BACKCHANNEL_WORDS = ['yes', 'right'];

const filesIn = (folder) =>
  readdirSync(path.join(FIELD, folder), { recursive: true })
    .filter((name) => /\.(wav|mp3)$/.test(name))
    .toSorted()
    .map((name) => path.join(FIELD, folder, name));

/** Recordings of each folder that the report counts. */
const NEEDED = {
  'words/stop': 411,
  'words/no': 405,
  'words/off': 402,
  'words/yes': 419,
  'words/right': 396,
  backchannels: 220,
  coughs: 121,
  noises: 5,
  callers: 14,
  agents: 14,
};

/** @returns a line for each folder that lacks recordings */
export function missingRecordings() {
  return Object.entries(NEEDED).flatMap(([folder, needed]) => {
    const found = existsSync(path.join(FIELD, folder)) ? filesIn(folder).length : 0;
    return found < needed ? [`${path.join(FIELD, folder)}: ${found} of ${needed} recordings`] : [];
  });
}

/** Takes `count` of a list at even distances. */
const spread = (list, count) =>
  list.length <= count
    ? list
    : Array.from({ length: count }, (_, i) => list[Math.floor((i * list.length) / count)]);

/**
 * One recording each of `count` speakers.
 * @param others speakers that the report does not use, to choose rules on
 */
export function wordFiles(word, count, others = false) {
  const bySpeaker = new Map();
  for (const file of filesIn(`words/${word}`)) {
    const speaker = path.basename(file).split('_')[0];
    if (!bySpeaker.has(speaker)) bySpeaker.set(speaker, file);
  }
  const all = [...bySpeaker.values()];
  const reported = spread(all, count);
  return others
    ? spread(
        all.filter((file) => !reported.includes(file)),
        count,
      )
    : reported;
}

export const backchannelFiles = () => filesIn('backchannels');
export const coughFiles = () => spread(filesIn('coughs'), 60);
export const noiseFiles = () => filesIn('noises');
export const agentFiles = () => filesIn('agents');
export const callerFiles = () => filesIn('callers');
