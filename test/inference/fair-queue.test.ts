import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairQueue } from '../../src/inference/fair-queue.js';

function drain(queue: FairQueue<string>): string[] {
  const out: string[] = [];
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) out.push(item);
  return out;
}

describe('FairQueue', () => {
  it('serves turn calls before partial ones', () => {
    const queue = new FairQueue<string>();
    queue.push('partial', 'partial', 'a');
    queue.push('turn', 'turn', 'b');
    expect(drain(queue)).toEqual(['turn', 'partial']);
  });

  it('serves sessions in turn while their use is equal', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3']) queue.push(item, 'turn', 'a');
    for (const item of ['b1', 'b2']) queue.push(item, 'turn', 'b');
    expect(drain(queue)).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  });

  it('serves a session that has used little before one that floods, whatever the backlog', () => {
    const queue = new FairQueue<string>();
    for (let i = 0; i < 100; i++) queue.push(`flood${i}`, 'turn', 'flood');
    for (let i = 0; i < 10; i++) {
      expect(queue.shift()).toBe(`flood${i}`);
      queue.charge('flood', 50);
    }
    queue.push('quiet', 'turn', 'quiet');
    expect(queue.shift()).toBe('quiet');
  });

  it('does not save up time that a session did not use', () => {
    const queue = new FairQueue<string>();
    for (let i = 0; i < 50; i++) {
      queue.push(`busy${i}`, 'turn', 'busy');
      queue.shift();
      queue.charge('busy', 10);
    }
    for (let i = 0; i < 10; i++) queue.push(`late${i + 2}`, 'turn', 'late');
    queue.push('busy', 'turn', 'busy');
    const order: string[] = [];
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      order.push(item);
      queue.charge(item.startsWith('late') ? 'late' : 'busy', 10);
    }
    expect(order.indexOf('busy')).toBeLessThanOrEqual(3);
  });

  it('forgets use once nobody waits: the next calls are served in the order of asking', () => {
    const queue = new FairQueue<string>();
    queue.push('long', 'turn', 'talker');
    queue.shift();
    queue.charge('talker', 500);
    queue.push('first', 'turn', 'talker');
    queue.push('second', 'turn', 'newcomer');
    expect(drain(queue)).toEqual(['first', 'second']);
  });

  it('property: nothing is lost or invented, and each session keeps its order inside a priority', () => {
    const call = fc.record({ session: fc.constantFrom('a', 'b', 'c'), turn: fc.boolean(), ms: fc.nat(40) });
    fc.assert(
      fc.property(fc.array(call, { maxLength: 60 }), (calls) => {
        const queue = new FairQueue<number>();
        calls.forEach((entry, i) => queue.push(i, entry.turn ? 'turn' : 'partial', entry.session));
        const out: number[] = [];
        for (let i = queue.shift(); i !== undefined; i = queue.shift()) {
          out.push(i);
          queue.charge(calls[i]!.session, calls[i]!.ms);
        }
        expect([...out].sort((x, y) => x - y)).toEqual(calls.map((_, i) => i));
        for (const turn of [true, false])
          for (const session of ['a', 'b', 'c']) {
            const own = out.filter((i) => calls[i]!.turn === turn && calls[i]!.session === session);
            expect(own).toEqual([...own].sort((x, y) => x - y));
          }
      }),
    );
  });
});
