import { describe, expect, test } from 'vitest';
import { parseAmiWords } from '../../../src/eval/formats/ami-words.js';
import {
  parseCtm,
  parseRttm,
  parseRttmUnscored,
  parseStm,
  parseStmUnscored,
  parseUem,
} from '../../../src/eval/formats/line-formats.js';
import { parseSegLst } from '../../../src/eval/formats/seglst.js';
import { parseTextGrid } from '../../../src/eval/formats/textgrid.js';
import type { WireEvent } from '../../../src/protocol/events.js';
import { callLog, roomLog } from '../../helpers/events.js';
import { noScoreLine, renderLog, rttmLine, stmLine } from '../../../src/sinks/index.js';

describe('line formats', () => {
  test('RTTM keeps SPEAKER records only', () => {
    const text =
      ';; made by hand\nSPEAKER m1 1 0.50 1.25 <NA> <NA> anna <NA> <NA>\nSPKR-INFO m1 1 <NA> <NA> <NA> unknown anna <NA>\n';
    expect(parseRttm(text, 'x.rttm')).toEqual([
      { session: 'm1', speaker: 'anna', start: 0.5, end: 1.75, text: '' },
    ]);
  });

  test('RTTM may have no record, but none of another kind', () => {
    expect(parseRttm(';; nobody spoke\n\n', 'x.rttm')).toEqual([]);
    const stm = ';; a comment\n\nroom 1 anna 0.5 1.5 hello\n';
    expect(() => parseRttm(stm, 'x.rttm')).toThrow("x.rttm:3: 'room' is no RTTM record type");
  });

  test('STM with and without a label; ignored segments are left out', () => {
    const text =
      'm1 1 anna 0.5 1.5 <o,f0> hello there\nm1 1 bert 2 3 no label\nm1 1 bert 4 5 IGNORE_TIME_SEGMENT_IN_SCORING\n';
    expect(parseStm(text, 'x.stm').map(({ speaker, text }) => [speaker, text])).toEqual([
      ['anna', 'hello there'],
      ['bert', 'no label'],
    ]);
  });

  test.each([
    'm1 1 inter_segment_gap 4 5 <o,,unknown>',
    'm1 1 bert 4 5 <NA> ignore_time_segment_in_scoring',
    'm1 1 bert 4 5 <o,,> Ignore_Time_Segment_In_Scoring',
  ])('STM leaves out "%s"', (line) => {
    expect(parseStm(`m1 1 anna 0.5 1.5 yes\n${line}\n`, 'x.stm').map(({ text }) => text)).toEqual(['yes']);
  });

  test('what an STM or RTTM leaves out is read as regions', () => {
    const stm =
      'm1 1 anna 0.5 1.5 yes\nm1 1 bert 4 5 <o,,> Ignore_Time_Segment_In_Scoring\nm2 1 inter_segment_gap 4 5 <o,,>\n';
    expect(parseStmUnscored(stm, 'x.stm')).toEqual([{ session: 'm1', start: 4, end: 5 }]);
    const rttm =
      noScoreLine({ recording: 'm1', startSec: 4, durationSec: 1 }) +
      'SPEAKER m1 1 0 1 <NA> <NA> anna <NA> <NA>\n';
    expect(parseRttmUnscored(rttm, 'x.rttm')).toEqual([{ session: 'm1', start: 4, end: 5 }]);
    expect(parseRttm(rttm, 'x.rttm')).toHaveLength(1);
    expect(() => parseStmUnscored('m1 1 bert 5 4 IGNORE_TIME_SEGMENT_IN_SCORING\n', 'x.stm')).toThrow(
      'x.stm:1',
    );
  });

  test('lines may end as on Windows and on old Macs', () => {
    const lines = [
      'SPEAKER m1 1 0 1 <NA> <NA> anna <NA> <NA>',
      'SPEAKER m1 1 1 1 <NA> <NA> bert <NA> <NA>',
      '',
    ];
    for (const end of ['\n', '\r\n', '\r'])
      expect(parseRttm(lines.join(end), 'x.rttm').map(({ speaker }) => speaker)).toEqual(['anna', 'bert']);
  });

  test.each([
    'SPEAKER m1 1 0 1 <NA> <NA> <NA> <NA> <NA>',
    'SPEAKER\tm1\t1\t0\t1\t<NA>\t<NA>\t\t<NA>\t<NA>',
    'SPEAKER\t\t1\t0\t1\t<NA>\t<NA>\tanna\t<NA>\t<NA>',
  ])('a voice or recording without a name is named: %j', (line) => {
    expect(() => parseRttm(line, 'x.rttm')).toThrow('x.rttm:1: the recording or the voice has no name');
  });

  test('tabs show a blank in a name that is a number behind it', () => {
    const rttm = 'SPEAKER\tm1\t1\t0\t1\t<NA>\t<NA>\tspeaker 1\t<NA>\n';
    expect(() => parseRttm(rttm, 'x.rttm')).toThrow('x.rttm:1: more fields');
    expect(() => parseStm('m1\t1\t\t0\t1\t5 apples\n', 'x.stm')).toThrow('x.stm:1: the recording or');
    expect(() => parseStm('m1\t1\tanna\t0\t1\t5 apples\n', 'x.stm')).not.toThrow();
  });

  test('CTM and UEM', () => {
    expect(parseCtm('m1 A 1.0 0.25 word 0.9\n', 'x.ctm')).toEqual([
      { session: 'm1', speaker: 'A', start: 1, end: 1.25, text: 'word' },
    ]);
    expect(parseUem('m1 1 0 12.5\n', 'x.uem')).toEqual([{ session: 'm1', start: 0, end: 12.5 }]);
  });

  test('what ends before it starts is no stretch of a recording', () => {
    const failure = 'it ends at 1 s, before it starts at 2.5 s';
    expect(() => parseStm('m1 1 anna 2.5 1 yes\n', 'x.stm')).toThrow(`x.stm:1: ${failure}`);
    expect(() => parseUem('m1 1 2.5 1\n', 'x.uem')).toThrow(`x.uem:1: ${failure}`);
    const segment = { session_id: 'm1', speaker: 'anna', start_time: 2.5, end_time: 1, words: 'yes' };
    expect(() => parseSegLst(JSON.stringify([segment]), 'x.json')).toThrow(
      'x.json: 0: it ends before it starts',
    );
  });

  test('what our own writer of lines writes is read back', () => {
    const said = { recording: 'm1', speaker: 'anna', startSec: 0.5, endSec: 1.75, text: 'well yes' };
    const heard = { session: 'm1', speaker: 'anna', start: 0.5, end: 1.75, text: 'well yes' };
    expect(parseRttm(rttmLine({ ...said, durationSec: 1.25 }), 'x.rttm')).toEqual([{ ...heard, text: '' }]);
    expect(parseStm(stmLine(said) + stmLine({ ...said, label: 'en' }), 'x.stm')).toEqual([heard, heard]);
  });

  test('a broken line is named', () => {
    expect(() => parseRttm('SPEAKER m1 1 0.5\n', 'x.rttm')).toThrow('x.rttm:1');
    expect(() => parseUem('m1 1 zero 3\n', 'x.uem')).toThrow('zero is no time');
    expect(() => parseUem('m1 1 0 0x10\n', 'x.uem')).toThrow('0x10 is no time');
    expect(parseUem('m1 1 .5 1e1\n', 'x.uem')).toEqual([{ session: 'm1', start: 0.5, end: 10 }]);
    const shown = `${'\\x1b'}${'x'.repeat(56)}...`;
    const long = `\x1b${'x'.repeat(9000)}`;
    expect(() => parseRttm(long, 'x.rttm')).toThrow(`x.rttm:1: '${shown}' is no RTTM record type`);
    expect(() => parseUem(`m1 1 ${long} 3\n`, 'x.uem')).toThrow(`x.uem:1: ${shown} is no time in seconds`);
  });
});

test('SegLST with numbers or CHiME text times', () => {
  const segment = { session_id: 'm1', speaker: 'P05', words: 'well yes' };
  const text = JSON.stringify([
    { ...segment, start_time: '1.50', end_time: '2.0' },
    { ...segment, start_time: 3, end_time: 4 },
  ]);
  expect(parseSegLst(text, 'x.json').map(({ start, end }) => [start, end])).toEqual([
    [1.5, 2],
    [3, 4],
  ]);
});

test('SegLST names a voice without a name and a time below 0', () => {
  const segment = { session_id: 'm1', speaker: 'P05', start_time: 0, end_time: 1, words: 'yes' };
  const read = (other: object) => () =>
    parseSegLst(JSON.stringify([segment, { ...segment, ...other }]), 'x.json');
  expect(read({ speaker: ' ' })).toThrow('x.json: 1.speaker: the voice has no name');
  expect(read({ start_time: -1 })).toThrow('x.json: 1.start_time: ');
});

test('two TextGrid tiers of one name are refused: they would be one voice', () => {
  const tier = (name: string) => `"IntervalTier"\n"${name}"\n0\n2\n1\n0\n1\n"yes"\n`;
  const grid = (...names: string[]) =>
    `File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n2\n<exists>\n${names.length}\n${names.map(tier).join('')}`;
  expect(parseTextGrid(grid('anna', 'bert', '', ''), 'm1', 'x').map(({ speaker }) => speaker)).toEqual([
    'anna',
    'bert',
    'tier 3',
    'tier 4',
  ]);
  expect(() => parseTextGrid(grid('anna', 'anna '), 'm1', 'x')).toThrow("x: two tiers are called 'anna'");
});

test('SegLST that is no JSON is named, in one line', () => {
  const failure = expect.objectContaining({
    kind: 'source',
    message: expect.stringMatching(/^x\.json: not JSON: .+$/) as string,
  }) as Error;
  expect(() => parseSegLst('[\n  broken\n]', 'x.json')).toThrow(failure);
});

describe('TextGrid', () => {
  const LONG = `File type = "ooTextFile"
Object class = "TextGrid"

xmin = 0
xmax = 3
tiers? <exists>
size = 1
item []:
    item [1]:
        class = "IntervalTier"
        name = "Doctor"
        xmin = 0
        xmax = 3
        intervals: size = 2
        intervals [1]:
            xmin = 0
            xmax = 1.5
            text = "say ""ah"" 2 times"
        intervals [2]:
            xmin = 1.5
            xmax = 3
            text = ""
`;
  const SHORT = `"ooTextFile"\n"TextGrid"\n\n0\n3\n<exists>\n1\n"IntervalTier"\n"Doctor"\n0\n3\n2\n0\n1.5\n"say ""ah"" 2 times"\n1.5\n3\n""\n`;

  test.each([
    ['long', LONG],
    ['short', SHORT],
  ])('%s form', (_, text) => {
    expect(parseTextGrid(text, 'visit', 'x.TextGrid')).toEqual([
      { session: 'visit', speaker: 'Doctor', start: 0, end: 1.5, text: 'say "ah" 2 times' },
    ]);
  });

  test('what ends before it starts is named by its words', () => {
    expect(() => parseTextGrid(SHORT.replace('0\n1.5\n"say', '1.5\n1\n"say'), 'visit', 'x.TextGrid')).toThrow(
      `x.TextGrid: 'say "ah" 2 times' of Doctor: it ends at 1 s, before it starts at 1.5 s`,
    );
  });

  test("takes the speech of a room's own TextGrid for nobody's words, and a stream's for its one voice's", () => {
    const voicesIn = (events: WireEvent[]) => {
      const utterances = parseTextGrid(renderLog('textgrid', events, 'x'), 'x', 'x.TextGrid');
      return [...new Set(utterances.map(({ speaker }) => speaker))];
    };
    expect(voicesIn(roomLog())).toEqual(['spk_1', 'spk_2']);
    expect(voicesIn(callLog())).toEqual(['speech']);
  });

  test('something else is refused', () => {
    expect(() => parseTextGrid('hello', 's', 'x.TextGrid')).toThrow('no TextGrid this reader knows');
  });
});

test('AMI words join to utterances at gaps under half a second', () => {
  const xml = `<nite:root>
   <w nite:id="a" starttime="1.0" endtime="1.2">It</w>
   <w nite:id="b" starttime="1.2" endtime="1.5">isn&apos;t</w>
   <w nite:id="c" starttime="1.5" endtime="1.5" punc="true">.</w>
   <vocalsound nite:id="d" starttime="1.6" endtime="1.9" type="laugh"/>
   <w nite:id="e" starttime="4.0" endtime="4.3">Right</w>
   <w nite:id="f">lost</w>
  </nite:root>`;
  expect(parseAmiWords(xml, 'ES2002a.B.words.xml')).toEqual([
    { session: 'ES2002a', speaker: 'B', start: 1, end: 1.5, text: "It isn't." },
    { session: 'ES2002a', speaker: 'B', start: 4, end: 4.3, text: 'Right' },
  ]);
});

test('AMI words: a character reference that names no character stays as it is written', () => {
  const xml = '<w starttime="1" endtime="2">I&#39;d&#x2019;&#99999999;&#abc;&#X41;</w>';
  expect(parseAmiWords(xml, 'ES2002a.B.words.xml')[0]!.text).toBe("I'd’&#99999999;&#abc;A");
});

describe('names with blanks, whose rest would be taken for other fields', () => {
  test.each([
    ['SPEAKER d 1 0 2 <NA> <NA> spreker [v] <NA> <NA>'],
    ['SPEAKER d 1 0 2 <NA> <NA> spreker\t[v] <NA>'],
    ['SPEAKER d 1 0 2 <NA> <NA> anna b'],
    ['SPEAKER my file 1 0 2 <NA> <NA> anna <NA> <NA>'],
  ])('RTTM: %j is refused with its line', (line) => {
    expect(() => parseRttm(`SPEAKER d 1 0 2 <NA> <NA> anna <NA> <NA>\n${line}\n`, 'x.rttm')).toThrow(
      /x\.rttm:2: /,
    );
  });

  test('RTTM: a confidence and a lookahead time are no part of a name', () => {
    const [one] = parseRttm('SPEAKER d 1 0 2 <NA> <NA> anna 0.93 1.5\n', 'x.rttm');
    expect(one).toMatchObject({ speaker: 'anna', start: 0, end: 2 });
  });

  test('RTTM: a voice with one number behind it and with another is one name too short', () => {
    const lines = (...ends: string[]) => ends.map((end) => `SPEAKER d 1 0 2 <NA> <NA> ${end}\n`).join('');
    for (const last of ['speaker 2 <NA>', 'speaker 2'])
      expect(() => parseRttm(lines('speaker 1 <NA>', last), 'x.rttm')).toThrow(
        'x.rttm:2: speaker is followed by 2, and by 1 in a line before: if that is a part of the name, write it without a blank, such as a_1; if it is a confidence, write <NA>',
      );
    const confident = lines('anna 1 <NA>', 'bert 0 <NA>', 'anna 0.5 <NA>', 'anna <NA> <NA>', 'anna 1 <NA>');
    expect(parseRttm(confident, 'x.rttm')).toHaveLength(5);
    const tabs = lines('anna 1 <NA>', 'anna 0 <NA>').replaceAll(' ', '\t');
    expect(parseRttm(tabs, 'x.rttm')).toHaveLength(2);
  });

  test('STM: a voice whose lines all begin with a number and a time has a number in its name', () => {
    const stm = 'm1 1 anna 0 1 yes\nm1 1 speaker 1 2 4.5 hello\nm1 1 speaker 1 5 6 <o> no\n';
    expect(() => parseStm(stm, 'x.stm')).toThrow(
      'x.stm:2: more fields than the format has: a name with a blank',
    );
    const counted = 'm1 1 anna 0 1 one\nm1 1 anna 1 2 2\nm1 1 anna 2 3 3\n';
    expect(parseStm(counted, 'x.stm').map(({ text }) => text)).toEqual(['one', '2', '3']);
  });

  test('UEM and CTM too', () => {
    expect(() => parseUem('my 1 0 2 9\n', 'x.uem')).toThrow('x.uem:1: more fields than the format has');
    expect(() => parseCtm('d 1 0.5 0.2 New York\n', 'x.ctm')).toThrow('x.ctm:1: more fields');
    expect(parseCtm('d 1 0.5 0.2 York 0.9 lex a\n', 'x.ctm')).toHaveLength(1);
  });
});
