import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordingNames } from '../../src/cli/run/recording-names.js';

const here = path.basename(process.cwd());

describe('the name of a recording', () => {
  it.each([
    ['is its file name', ['calls/a.wav', '-', '/x/b.wav'], ['a.wav', 'stdin', 'b.wav']],
    [
      'has its folder where another is called so too',
      ['a/c.wav', 'b/c.wav', 'd.wav'],
      ['a/c.wav', 'b/c.wav', 'd.wav'],
    ],
    ['has as many folders as it takes', ['x/in/c.wav', 'y/in/c.wav'], ['x/in/c.wav', 'y/in/c.wav']],
    [
      'has the folder of the command where it is given without',
      ['c.wav', 'a/c.wav'],
      [`${here}/c.wav`, 'a/c.wav'],
    ],
    ['is its whole path where that is the end of another', ['/c.wav', '/a/c.wav'], ['/c.wav', 'a/c.wav']],
    ['does not change where it is named twice', ['a/c.wav', './a/c.wav'], ['c.wav', 'c.wav']],
  ])('%s', (_what, recordings, names) => {
    expect(recordingNames(recordings)).toEqual(names);
  });
});
