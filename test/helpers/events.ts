/** Picking events of a log; and short logs written by hand for the tests of sinks, screen and checks, valid by the protocol. */
import { wireEventSchema, type EventBody, type EventOf, type WireEvent } from '../../src/protocol/index.js';

/** The events of one type, in order. */
export const find = <T extends WireEvent['type']>(events: readonly WireEvent[], type: T) =>
  events.filter((event): event is EventOf<T> => event.type === type);

export const logOf = (...bodies: EventBody[]): WireEvent[] => sessionOf({ tier: 'full' }, bodies);

function sessionOf(
  endpoint: { tier?: 'full'; models?: Record<string, string> },
  bodies: readonly EventBody[],
): WireEvent[] {
  const started: WireEvent = {
    type: 'session.started',
    schema_version: 2,
    session_id: 'test',
    ...endpoint,
    eot: { profile: 'cutoff_5pct', mean_latency_ms: 577, cutoff_rate: 0.048 },
  };
  const numbered = bodies.map(({ type, ...fields }, i) =>
    wireEventSchema.parse({ type, schema_version: 2, seq: i + 1, ...fields }),
  );
  return [started, ...numbered];
}

/** One call: two turns, the first cancelled by a resumption, one barge-in. */
export const callLog = (): WireEvent[] =>
  sessionOf({ tier: 'full', models: { bargein: 'test' } }, [
    { type: 'vad.start', t: 0.5, speaker: 'user' },
    { type: 'vad.end', t: 2, speaker: 'user', duration: 1.5 },
    {
      type: 'turn.end',
      t: 2.4,
      speaker: 'user',
      p_eot: 0.81,
      latency_ms: 400,
      by: 'score',
      profile: 'cutoff_5pct',
    },
    { type: 'vad.start', t: 3.4, speaker: 'user' },
    { type: 'turn.resumed', t: 3.4, speaker: 'user', after_ms: 1000 },
    { type: 'bargein.onset', t: 3.4, agent_speaking: true, utterance_id: 'a1' },
    {
      type: 'bargein.class',
      t: 3.8,
      class: 'claim',
      p_claim: 0.9,
      decided_after_ms: 400,
      utterance_id: 'a1',
    },
    { type: 'vad.end', t: 5, speaker: 'user', duration: 1.6 },
    {
      type: 'turn.end',
      t: 8,
      speaker: 'user',
      p_eot: 0.3,
      latency_ms: 3000,
      by: 'timeout',
      profile: 'cutoff_5pct',
    },
    { type: 'session.summary', audio_s: 9, turns: 2 },
  ]);

/** A room of two voices. */
export const roomLog = (): WireEvent[] => {
  const said = (t: number, speaker: string, text: string, t0: number, t1: number): EventBody => ({
    type: 'asr.final',
    t,
    speaker,
    text,
    t0,
    t1,
    language: 'en',
  });
  return sessionOf({}, [
    { type: 'vad.start', t: 0.2, speaker: 'room' },
    { type: 'asr.partial', t: 0.6, speaker: 'spk_1', text: 'hello', language: 'en' },
    said(1.2, 'spk_1', 'hello there', 0.3, 0.6),
    said(1.6, 'spk_1', 'my "friend"', 0.9, 1.2),
    said(2.4, 'spk_2', 'hi & bye', 1.1, 1.9),
    { type: 'vad.end', t: 2.5, speaker: 'room', duration: 2.3 },
    { type: 'asr.partial', t: 4.5, speaker: 'spk_1', text: 'later', language: 'en' },
    said(5, 'spk_1', 'later', 4, 4),
    { type: 'session.summary', audio_s: 6, turns: 0 },
  ]);
};

/** A room in which nobody spoke. */
export const quietRoomLog = (): WireEvent[] =>
  sessionOf({}, [{ type: 'session.summary', audio_s: 0, turns: 0 }]);
