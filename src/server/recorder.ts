/**
 * `--record`: saves the audio and the event log of one session in two files. While the session lasts, they are named
 * `<name>.partial.wav` and `<name>.partial.jsonl`; at its end they lose `.partial`. So a file without `.partial` is complete, and
 * one left by SIGKILL is readable up to the last write. If a write fails (a full disk), the recording stops there: the failure is
 * reported once, both files keep `.partial`, and the session continues.
 */
import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { createWavWriter, type WavWriter } from '../audio/wav-writer.js';
import { toJsonLine, type WireEvent } from '../protocol/events.js';
import type { Endpoint } from '../protocol/names.js';

export class Recorder {
  private last: Promise<unknown> = Promise.resolve();
  private faulty = false;

  private constructor(
    private readonly base: string,
    private readonly wav: WavWriter,
    private readonly log: FileHandle,
    private readonly onFault: (error: unknown) => void,
  ) {}

  /** @param sessionId made by the server, never by a client, so that the files stay in the folder. */
  static async open(
    folder: string,
    endpoint: Endpoint,
    sessionId: string,
    onFault: (error: unknown) => void,
  ): Promise<Recorder> {
    await mkdir(folder, { recursive: true });
    const stamp = new Date().toISOString().replaceAll(':', '-').replace('Z', '');
    const base = path.join(folder, `${stamp}-${endpoint}-${sessionId}`);
    let wav: WavWriter | undefined;
    try {
      wav = await createWavWriter(`${base}.partial.wav`);
      return new Recorder(base, wav, await open(`${base}.partial.jsonl`, 'wx'), onFault);
    } catch (error) {
      await wav?.close();
      await rm(`${base}.partial.wav`, { force: true });
      throw error;
    }
  }

  audio(samples: Int16Array): void {
    this.enqueue(() => this.wav.write(samples));
  }

  events(events: readonly WireEvent[]): void {
    if (events.length > 0) this.enqueue(() => this.log.appendFile(events.map(toJsonLine).join('')));
  }

  async close(): Promise<void> {
    await this.last;
    await this.guard(() => this.wav.close());
    await this.guard(() => this.log.close());
    if (this.faulty) return;
    await this.guard(() => rename(`${this.base}.partial.wav`, `${this.base}.wav`));
    await this.guard(() => rename(`${this.base}.partial.jsonl`, `${this.base}.jsonl`));
  }

  /** Writes in order, and nothing after a failure, so that sound and log cover the same time. */
  private enqueue(write: () => Promise<unknown>): void {
    this.last = this.last.then(() => (this.faulty ? undefined : this.guard(write)));
  }

  private async guard(action: () => Promise<unknown>): Promise<void> {
    try {
      await action();
    } catch (error) {
      if (!this.faulty) this.onFault(error);
      this.faulty = true;
    }
  }
}
