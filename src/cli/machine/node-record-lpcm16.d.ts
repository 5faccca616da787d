/** node-record-lpcm16 1.0.1 ships no types. */
declare module 'node-record-lpcm16' {
  import type { ChildProcess } from 'node:child_process';
  import type { Readable } from 'node:stream';

  interface Recording {
    process: ChildProcess;
    stream(): Readable;
  }
  const library: {
    record(options: {
      recorder: string;
      sampleRate: number;
      channels: number;
      audioType: 'raw' | 'wav';
      device?: string;
    }): Recording;
  };
  export default library;
}
