/** Describes an event in a short line, for labels, captions, the screen's event list and the mode for screen readers. */
import type { EventOf, WireEvent } from '../protocol/events.js';

export function describeEvent(event: WireEvent): string {
  switch (event.type) {
    case 'session.started':
      return `session started, ${event.eot.profile}`;
    case 'session.summary':
      return `session over: ${event.audio_s} s, ${event.turns} turn ${event.turns === 1 ? 'end' : 'ends'}`;
    case 'vad.start':
      return 'speech';
    case 'vad.end':
      return `quiet after ${event.duration.toFixed(1)} s of speech`;
    case 'turn.end':
      return `turn end by ${event.by}, p ${event.p_eot.toFixed(2)}, after ${event.latency_ms} ms`;
    case 'turn.resumed':
      return `turn resumed after ${event.after_ms} ms`;
    case 'bargein.onset':
      return 'someone speaks over the agent';
    case 'bargein.class':
      return `barge-in: ${event.class}${event.p_claim === null ? '' : `, p ${event.p_claim.toFixed(2)}`}, after ${event.decided_after_ms} ms`;
    case 'asr.partial':
      return `${event.speaker} … ${event.text}`;
    case 'asr.final':
      return `${event.speaker}: ${event.text}`;
    case 'asr.flushed':
      return 'all pending words are final';
    case 'asr.language':
      return `${event.speaker} speaks ${event.language} (${Math.round(event.confidence * 100)} %)`;
    case 'language.switched':
      return `${event.speaker} is now decoded in ${event.language}`;
    case 'language.switch_recommended':
      return `${event.speaker} needs ${event.language}`;
    case 'language.summary':
      return `languages: ${Object.entries(event.speakers)
        .map(([voice, seconds]) => `${voice} ${Object.keys(seconds).join('/')}`)
        .join(', ')}`;
    case 'warning':
      return describeWarning(event);
  }
}

function describeWarning(event: EventOf<'warning'>): string {
  switch (event.code) {
    case 'idle_timeout':
      return `nobody speaks; closing in ${event.close_in_s} s`;
    case 'language_mismatch':
      return `${event.speaker} sounds like ${event.language}`;
    case 'bad_audio':
    case 'bad_message':
      return `${event.code}: ${event.message}`;
  }
}
