import { constants } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { utf8Text } from '../../src/protocol/utf8-text.js';

describe('utf8Text', () => {
  it('reads UTF-8, with a byte order mark and without', () => {
    expect(utf8Text(Buffer.from('"teléfono"'))).toBe('"teléfono"');
    expect(utf8Text(Buffer.from('\uFEFF"teléfono"'))).toBe('"teléfono"');
  });

  it.each(['latin1', 'utf16le'] as const)('refuses what is saved as %s', (encoding) => {
    expect(() => utf8Text(Buffer.from('"\xbfteléfono?"', encoding))).toThrow(
      'it is not UTF-8 text; save it as UTF-8',
    );
  });

  it('says of what is longer than a text may be that it is too long, not that it is no UTF-8', () => {
    expect(() => utf8Text(Buffer.alloc(constants.MAX_STRING_LENGTH + 1))).toThrow(
      'it is too long for one text; split it',
    );
  });
});
