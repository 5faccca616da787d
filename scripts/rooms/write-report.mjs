/** Writes the Markdown of the report from the measured rows. Every figure says what is counted, and how many. */
import os from 'node:os';
import { quantile } from '../../dist/eval/metrics/bootstrap.js';
import { estimate, percent, pooledDer, pooledRtf, pooledWer, seconds } from './measures.mjs';
import { der } from '../../dist/eval/metrics/diarization.js';
import { errorRate } from '../../dist/eval/metrics/word-errors.js';

export function writeReport({ meetings, call, dialogues, built, words, logs }) {
  const parts = [
    '# Rooms, measured',
    `Made by \`npm run report:rooms\` on ${new Date().toISOString().slice(0, 10)}, one thread on a machine of ${os.cpus().length} cores. ` +
      'DER: overlap scored, no region left out, from the speech spans that the engine keeps for each voice, pauses under 0.8 s bridged as in `--format rttm`. 95 % intervals: bootstrap over rooms (over utterances for read speech). ' +
      'RTF: processor time per second of audio, everything included (voice activity, recognition, voices, languages, end of turn). ' +
      'These recordings are the development set: choices were made by looking at some of them.',
  ];
  if (meetings) parts.push('## Meetings, 30 s each, real', speechTable(meetings));
  if (call)
    parts.push(
      '## A telephone call, its two channels mixed',
      'Reference: voice activity of each channel alone, which also hears the other side where a channel leaks.',
      speechTable(call),
    );
  if (dialogues)
    parts.push(
      '## Dialogues with known text',
      'Text and order of speakers, not from an independent transcriber: `azure` is our wording of the dialogue, `audio_02` was corrected from our own recogniser and is therefore flattered.',
      textTable(dialogues, false),
    );
  if (built)
    parts.push(
      '## Rooms mixed from real voices',
      'Synthetic mixing of real voices: LibriSpeech test-other readers, gaps and overlaps drawn from 57 real consultations (primock57), 100 s each.',
      textTable(built, true),
      bySize(built),
    );
  if (words)
    parts.push('## Read speech, one utterance at a time (LibriSpeech test-other)', wordsTable(words));
  if (logs)
    parts.push(
      '## Recordings without labels',
      table(
        ['recording', 'voices found', 'finals', 'RTF'],
        logs.map((row) => [row.id, row.foundVoices, row.words, rtf(row)]),
      ),
    );
  return `${parts.join('\n\n')}\n`;
}

function speechTable(rows) {
  return table(
    ['recording', 'voices, true', 'found', 'DER, collar 0', 'DER, collar 0.25 s', 'of (collar 0)', 'RTF'],
    [
      ...rows.map((row) => [
        row.id,
        row.trueVoices,
        row.foundVoices,
        percent(der(row.strict)),
        percent(der(row.collared)),
        seconds(row.strict),
        rtf(row),
      ]),
      ...pooled(rows, [estimate(pooledDer(rows, 'strict')), estimate(pooledDer(rows, 'collared')), '']),
    ],
  );
}

function textTable(rows, withDer) {
  const errors = (row) => (withDer ? [percent(der(row.strict)), percent(der(row.collared))] : []);
  const all = withDer ? [estimate(pooledDer(rows, 'strict')), estimate(pooledDer(rows, 'collared'))] : [];
  return table(
    [
      'room',
      'voices, true',
      'found',
      ...(withDer ? ['DER, collar 0', 'DER, collar 0.25 s'] : []),
      'cpWER',
      'WER',
      'words',
      'RTF',
    ],
    [
      ...rows.map((row) => [
        row.id,
        row.trueVoices,
        row.foundVoices,
        ...errors(row),
        percent(errorRate(row.cpwer)),
        percent(errorRate(row.wer)),
        row.cpwer.referenceWords,
        rtf(row),
      ]),
      ...pooled(rows, [
        ...all,
        estimate(pooledWer(rows, 'cpwer')),
        estimate(pooledWer(rows, 'wer')),
        rows.reduce((sum, row) => sum + row.cpwer.referenceWords, 0),
      ]),
    ],
  );
}

function bySize(rows) {
  const sizes = [...new Set(rows.map((row) => row.size))];
  return table(
    ['voices', 'rooms', 'cpWER', 'WER', 'DER, collar 0.25 s'],
    sizes.map((size) => {
      const some = rows.filter((row) => row.size === size);
      return [
        size,
        some.length,
        percent(pooledWer(some, 'cpwer').value),
        percent(pooledWer(some, 'wer').value),
        percent(pooledDer(some, 'collared').value),
      ];
    }),
  );
}

function wordsTable(rows) {
  const delays = sorted(rows.flatMap((row) => row.delays));
  const flushed = sorted(rows.flatMap((row) => row.finalizedDelays));
  const offline = pooledWer(rows, 'offline');
  const streamed = pooledWer(rows, 'streamed');
  const finalized = pooledWer(
    rows.filter((row) => row.finalized),
    'finalized',
  );
  const at = (values, share) => `${quantile(values, share).toFixed(2)} s`;
  return table(
    ['what', 'figure'],
    [
      [
        'utterances, words',
        `${rows.length}, ${rows.reduce((sum, row) => sum + row.offline.referenceWords, 0)}`,
      ],
      ['WER, whole utterance at once', estimate(offline)],
      ['WER, streaming finals', estimate(streamed)],
      ['streaming / offline', (streamed.value / offline.value).toFixed(2)],
      [
        'word end to its `asr.final`, p50 / p90 / p95',
        [0.5, 0.9, 0.95].map((share) => at(delays, share)).join(' / '),
      ],
      ['words compared', delays.length],
      [
        '`finalize` 0.3 s after the last word: audio until the pending words are out, p50 / max',
        `${at(flushed, 0.5)} / ${at(flushed, 1)} (${flushed.length} words)`,
      ],
      ['WER when finalised so', estimate(finalized)],
      ['RTF', pooledRtf(rows).toFixed(3)],
    ],
  );
}

const sorted = (values) => values.toSorted((a, b) => a - b);

function pooled(rows, cells) {
  if (rows.length < 2) return [];
  const right = rows.filter((row) => row.trueVoices === row.foundVoices).length;
  return [['**all**', '', `right in ${right} of ${rows.length}`, ...cells, pooledRtf(rows).toFixed(3)]];
}

const rtf = (row) => (row.cpuSec / row.audioSec).toFixed(3);

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
