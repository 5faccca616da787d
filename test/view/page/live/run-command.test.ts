import { expect, it } from 'vitest';
import { runCommand } from '../../../../src/view/page/live/run-command.js';

const choices = { endpoint: 'stream', profile: 'cutoff_10pct', language: 'en', bargein: false } as const;

it('leaves out what is the default', () => {
  expect(runCommand(choices, { file: 'call.wav' })).toBe('turnwire run call.wav --view');
});

it('names every choice that changes the log', () => {
  const all = { endpoint: 'room', profile: 'cutoff_2pct', language: 'auto', bargein: true } as const;
  expect(runCommand(all, { file: 'team meeting.flac' })).toBe(
    "turnwire run 'team meeting.flac' --endpoint room --profile cutoff_2pct --auto-language --signals bargein --view",
  );
});

it('says which channel is whose', () => {
  const withAgent = { file: 'a.wav', channel: 0, agentChannel: 1 };
  expect(runCommand({ ...choices, language: 'de' }, withAgent)).toBe(
    'turnwire run a.wav --language de --agent-channel 1 --view',
  );
  expect(runCommand(choices, { file: 'a.wav', channel: 1 })).toBe('turnwire run a.wav --channel 1 --view');
  expect(runCommand(choices, { file: 'a.wav', agentFile: 'a.agent.json' })).toBe(
    'turnwire run a.wav --agent a.agent.json --view',
  );
});
