import { expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { tooOldNode } from '../../src/cli/machine/node-version.js';

it('says what to do about a Node that is too old, and nothing of one that is not', () => {
  expect(tooOldNode('16.20.2')).toBe('v16.20.2 is too old: install Node 20.19 or newer');
  expect(tooOldNode('20.18.9')).toBeDefined();
  for (const version of ['20.19.0', '22.0.0', '26.12.1']) expect(tooOldNode(version)).toBeUndefined();
});

it('is of one mind with package.json', () => {
  const oldest = /\d+\.\d+/.exec(packageJson.engines.node)![0];
  expect(tooOldNode('1.0.0')).toContain(`Node ${oldest} or newer`);
});
