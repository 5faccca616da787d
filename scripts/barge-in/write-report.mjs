/** Writes reports/barge-in/report.md from the figures of two builds. A part that was not measured has no line. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const of = (rows, test) => `${rows.filter(test).length} of ${rows.length}`;
const isClaim = (row) => row.class === 'claim';

const groups = (rows, keyOf) => {
  const all = new Map();
  for (const row of rows) all.set(keyOf(row), [...(all.get(keyOf(row)) ?? []), row]);
  return [...all];
};

const delay = (rows) => {
  const after = rows.flatMap(({ afterEndMs }) => (afterEndMs === null ? [] : [afterEndMs]));
  return after.length === 0 ? '' : `${median(after)} ms, ${of(after, (ms) => ms <= 500)}`;
};

/** Wilson's 95 % interval of a proportion, in per cent. */
function interval(part, whole) {
  const z = 1.96;
  const middle = (part + z ** 2 / 2) / (whole + z ** 2);
  const half = (z / (whole + z ** 2)) * Math.sqrt((part * (whole - part)) / whole + z ** 2 / 4);
  return `[${Math.round(100 * (middle - half))}, ${Math.round(100 * (middle + half))}]`;
}

const share = (rows, test) => {
  const part = rows.filter(test).length;
  return `${of(rows, test)}, ${((100 * part) / rows.length).toFixed(1)} % ${interval(part, rows.length)}`;
};

/** What issues ask of the words of a condition. */
const ASKED_OF_WORDS = { 'as recorded': '95 %', '-22 dBFS': '95 %', 'telephone (8 kHz mu-law)': '90 %' };

/** @returns table rows `[what, figure, asked]` of one part */
const PARTS = {
  claims: (rows) => [
    ...groups(rows, ({ condition }) => condition).map(([condition, some]) => [
      `single words, ${condition}: claims`,
      share(some, isClaim),
      ASKED_OF_WORDS[condition],
    ]),
    ...groups(rows, ({ word, condition }) => `"${word}", ${condition}`).map(([name, some]) => [
      `${name}: claims`,
      `${of(some, isClaim)}, ${of(some, ({ heard }) => !heard)} unheard; ${delay(some)}`,
    ]),
  ],
  'backchannel-words': (rows) =>
    groups(rows, ({ condition }) => condition).map(([name, some]) => [
      `"yes", "right", ${name}: claims`,
      of(some, isClaim),
    ]),
  backchannels: (rows) => [
    ['Switchboard backchannels: claims', `${of(rows, isClaim)}; ${delay(rows)}`, 'at most 3'],
    ['Switchboard backchannels: unheard', of(rows, ({ heard }) => !heard)],
    ['Switchboard backchannels: `turn.end`', `${rows.reduce((sum, row) => sum + row.turnEnds, 0)}`, '0'],
  ],
  coughs: (rows) => [
    ['coughs: claims', of(rows, isClaim), 'at most 1'],
    ['coughs: `turn.end`', `${rows.reduce((sum, row) => sum + row.turnEnds, 0)}`],
  ],
  noises: (rows) => [['horn, dog, engine, telephone, siren: claims', of(rows, isClaim), '0']],
  'goes-on': (rows) => [
    [
      'backchannels that run on into speech: a claim within 2 s',
      share(rows, (row) => row.claimAfterSec !== null && row.claimAfterSec <= 2),
      '95 %',
    ],
    ['backchannels that run on into speech: ever a claim', of(rows, isClaim)],
  ],
  calls: (rows) => {
    const stretches = rows.flatMap((row) => row.stretches);
    const cpu =
      rows.reduce((sum, row) => sum + row.cpuSec, 0) / rows.reduce((sum, row) => sum + row.seconds, 0);
    return [
      [
        'whole calls: stretches of 1.5 s and more that become a claim within 2 s',
        share(stretches, (sec) => sec !== null && sec <= 2),
        '95 %',
      ],
      ['whole calls: median `decided_after_ms`', `${median(rows.flatMap((row) => row.decidedAfterMs))}`],
      ['whole calls: processor time of a second of sound', `${cpu.toFixed(3)} s`],
    ];
  },
  'far-voices': (rows) =>
    groups(rows, ({ belowDb }) => belowDb).map(([belowDb, some]) => [
      `a reader ${belowDb} dB below the caller: claims; \`turn.end\` after the caller's last word`,
      `${some.reduce((sum, row) => sum + row.claims, 0)}; ${some.map((row) => (row.turnEndAfterSec === null ? 'never' : `${row.turnEndAfterSec} s`)).join(', ')}`,
    ]),
  echoes: (rows) => [
    ...groups(
      rows.filter(({ speaks }) => !speaks),
      ({ belowDb, cancelled }) =>
        `${belowDb} dB below the agent, ${cancelled ? '`--cancel-echo`' : 'as it comes'}`,
    ).map(([name, some]) => [
      `an echo ${name}: recordings with a claim; claims; \`turn.end\``,
      `${of(some, ({ claims }) => claims > 0)}; ${some.reduce((sum, row) => sum + row.claims, 0)}; ${some.reduce((sum, row) => sum + row.turnEnds, 0)}`,
    ]),
    ...groups(
      rows.filter(({ speaks }) => speaks),
      ({ cancelled }) => (cancelled ? '`--cancel-echo`' : 'as it comes'),
    ).map(([name, some]) => [
      `a caller who speaks over an echo, ${name}: a claim within 2 s`,
      of(some, ({ claimAfterSec }) => claimAfterSec !== null && claimAfterSec <= 2),
    ]),
  ],
};

export function writeReport(folder, before, after) {
  const compares = Object.keys(before).length > 0;
  const lines = Object.entries(PARTS).flatMap(([part, table]) => {
    const [then, now] = [before[part], after[part]].map((rows) => (rows ? table(rows) : []));
    return (now.length > 0 ? now : then).map(([what, , asked = ''], i) => {
      const figures = compares ? [then[i]?.[1] ?? '', now[i]?.[1] ?? ''] : [now[i][1]];
      return `| ${[what, asked, ...figures].join(' | ')} |`;
    });
  });
  const head = compares
    ? '| what | asked | before | after |\n|---|---|---|---|'
    : '| what | asked | found |\n|---|---|---|';
  const text = `# Barge-in on recordings that taught nothing

Made by \`npm run report:barge-in\`; \`scripts/barge-in/recordings.mjs\` names the recordings, which are not part of this project.
After a figure of classes: the median time from the end of the sound to the class, and how many came within 500 ms. Brackets are
95 % intervals (Wilson). 29 November 2026, AMD EPYC with AVX-512 VNNI, beside other work, so that processor time is too high. The words
are by 60 speakers each; rules were chosen and models taught on other speakers, and rules in sight of the backchannels and coughs. The
levels of far voices were chosen in sight of the callers whose speech is mixed here. Echoes: 10 s of each of three agents, 0.05 s
late with a room's tail, 0.3 s and 1 s late without; the caller says nothing. Earlier figures are in the notes on
[misread claims](../../docs/decisions/2026-11-29-misread-claims.md) and on
[quiet words](../../docs/decisions/2026-11-29-quiet-words-over-the-agent.md).

${head}
${lines.join('\n')}
`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'report.md'), text);
}
