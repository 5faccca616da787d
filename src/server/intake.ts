/**
 * The queue of what a client sent and the engine has not taken yet. Audio leaves it in pieces of at most 0.1 s: large frames are
 * cut, so that events do not wait for a long frame, and small ones are joined, so that many tiny frames cost little. The event log
 * does not depend on the pieces, because engines give the same events for any chunks.
 */
import { joinSamples } from '../audio/pcm.js';
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import type { BodyOf } from '../protocol/events.js';
import type { ControlMessage } from '../protocol/messages.js';
import type { CloseFrame } from '../protocol/reasons.js';

export type Warning = BodyOf<'warning'>;

export type Item =
  | { readonly kind: 'audio'; readonly samples: Int16Array; readonly wallArrivedMs: number }
  | { readonly kind: 'control'; readonly message: ControlMessage; readonly wallArrivedMs: number }
  | { readonly kind: 'warning'; readonly body: Warning; readonly wallArrivedMs: number }
  /** Ends the session once everything before it is processed. */
  | { readonly kind: 'close'; readonly frame: CloseFrame; readonly wallArrivedMs: number };

const PIECE_SAMPLES = SAMPLE_RATE_HZ / 10;

export class Intake {
  private readonly items: Item[] = [];
  private samples = 0;
  private characters = 0;

  /** Audio in the queue, in seconds. */
  get queuedSec(): number {
    return this.samples / SAMPLE_RATE_HZ;
  }

  get length(): number {
    return this.items.length;
  }

  /** Characters of the `utterance_id`s in the queue; a client may make each as long as a frame. */
  get queuedCharacters(): number {
    return this.characters;
  }

  push(item: Item): void {
    this.items.push(item);
    if (item.kind === 'audio') this.samples += item.samples.length;
    this.characters += charactersIn(item);
  }

  shift(): Item | undefined {
    const first = this.items.shift();
    if (!first) return undefined;
    this.characters -= charactersIn(first);
    if (first.kind !== 'audio') return first;
    const piece = first.samples.length > PIECE_SAMPLES ? this.cut(first) : this.join(first);
    this.samples -= piece.samples.length;
    return piece;
  }

  private cut(first: Extract<Item, { kind: 'audio' }>): Extract<Item, { kind: 'audio' }> {
    this.items.unshift({ ...first, samples: first.samples.subarray(PIECE_SAMPLES) });
    return { ...first, samples: first.samples.subarray(0, PIECE_SAMPLES) };
  }

  private join(first: Extract<Item, { kind: 'audio' }>): Extract<Item, { kind: 'audio' }> {
    const parts = [first.samples];
    let total = first.samples.length;
    let wallArrivedMs = first.wallArrivedMs;
    for (let next = this.items[0]; next?.kind === 'audio'; next = this.items[0]) {
      if (total + next.samples.length > PIECE_SAMPLES) break;
      parts.push(next.samples);
      total += next.samples.length;
      wallArrivedMs = next.wallArrivedMs;
      this.items.shift();
    }
    if (parts.length === 1) return first;
    return { kind: 'audio', samples: joinSamples(parts), wallArrivedMs };
  }
}

/** Length of `utterance_id`, the only field of a message whose length is not limited. */
function charactersIn(item: Item): number {
  return item.kind === 'control' && item.message.type === 'agent.speech'
    ? (item.message.utterance_id?.length ?? 0)
    : 0;
}
