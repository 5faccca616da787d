/** Checks what must hold of any stream log (docs/protocol.md). Each violation is a sentence. */
import { wireEventSchema, type WireEvent } from '../../src/protocol/events.js';

export function violationsOf(events: readonly WireEvent[], intervalSec: number): string[] {
  const found: string[] = [];
  const check = (ok: boolean, what: string): void => void (ok || found.push(what));
  let seq = 0;
  let lastT = 0;
  let startedAt: number | undefined;
  let speakingSince: number | undefined;
  let quietSince: number | undefined;
  let endedAt: number | undefined;
  let heardSpeech = false;
  let turns = 0;
  check(events[0]?.type === 'session.started', 'the log begins with session.started');
  for (const event of events) {
    check(wireEventSchema.safeParse(event).success, `${event.type} fits its schema`);
    if (event.type === 'session.started') continue;
    check(event.seq === ++seq, `seq ${event.seq} comes after ${seq - 1}`);
    if ('t' in event) {
      check(event.t >= lastT, `t ${event.t} does not go back`);
      const steps = event.t / intervalSec;
      check(Math.abs(steps - Math.round(steps)) < 0.001 / intervalSec, `t ${event.t} is on the grid`);
      lastT = event.t;
    }
    switch (event.type) {
      case 'vad.start':
        check(speakingSince === undefined, `vad.start at ${event.t} while quiet`);
        startedAt = speakingSince = event.t;
        quietSince = undefined;
        heardSpeech = true;
        break;
      case 'vad.end':
        check(speakingSince !== undefined, `vad.end at ${event.t} while speaking`);
        check(Math.abs(event.duration - (event.t - speakingSince!)) < 0.0011, `duration at ${event.t}`);
        speakingSince = undefined;
        quietSince = event.t;
        break;
      case 'turn.end':
        turns += 1;
        check(heardSpeech && quietSince !== undefined, `turn.end at ${event.t} comes after speech, in quiet`);
        check(Math.abs(event.latency_ms - (event.t - quietSince!) * 1000) < 1.1, `latency_ms at ${event.t}`);
        heardSpeech = false;
        endedAt = event.t;
        break;
      case 'turn.resumed':
        check(endedAt !== undefined && event.t - endedAt <= 2.0005, `turn.resumed at ${event.t} within 2 s`);
        check(Math.abs(event.after_ms - (event.t - endedAt!) * 1000) < 1.1, `after_ms at ${event.t}`);
        check(startedAt === event.t, `turn.resumed at ${event.t} comes with vad.start`);
        endedAt = undefined;
        break;
      case 'session.summary':
        check(event.turns === turns, `summary counts ${turns} turns`);
        check(speakingSince === undefined, 'no speech is open at the summary');
        break;
      default:
        break;
    }
  }
  return found;
}
