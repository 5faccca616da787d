import { describe, expect, it } from 'vitest';
import { simplified } from '../../../src/asr/whisper/simplified-characters.js';

describe('simplified', () => {
  it('writes traditional characters as simplified ones and leaves the rest', () => {
    expect(simplified('我們說這個國家的語言，後來去了臺灣。')).toBe('我们说这个国家的语言，后来去了台湾。');
    const modern = '著名的皇后里程、干净 GPT 4。';
    expect(simplified(modern)).toBe(modern);
  });

  it('changes a text that it has changed no further, but for one rare character', () => {
    const all = Array.from({ length: 0x5200 }, (_, i) => String.fromCharCode(0x4e00 + i)).join('');
    const once = simplified(all);
    const changedTwice = [...once].filter((character) => simplified(character) !== character);
    expect(once).toHaveLength(all.length);
    // 薴 becomes 苧, which is also the traditional form of 苎.
    expect(changedTwice).toEqual(['苧']);
  });
});
