/**
 * The engine of a session: audio and messages in, numbered events out. Calls are taken one after the other; what happens
 * in the session, and when, is decided at the steps of its grid (grid-steps.ts).
 */
import { selectPoint, toEotObject } from '../../operating-points/select.js';
import type { BodyOf, EventBody, SessionStarted, WireEvent } from '../../protocol/events.js';
import { TurnwireError } from '../../protocol/errors.js';
import { roundMs, SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { firstLanguage } from '../../protocol/languages.js';
import type { ControlMessage } from '../../protocol/messages.js';
import { SCHEMA_VERSION } from '../../protocol/names.js';
import { CLOSE, type CloseFrame } from '../../protocol/reasons.js';
import type { AudioWindow } from './audio-window.js';
import type { SessionPort } from './session-port.js';
import type { SessionSetup } from './session-setup.js';
import type { Engine } from './engine.js';
import { GridSteps, type Emit } from './grid-steps.js';
import { prepareSession } from './prepare-session.js';
import { Sequencer } from './sequencer.js';

/**
 * A long push is taken in slices of this many samples, which bounds the memory of a session. A product's audio window must
 * hold one slice beside what it needs.
 */
export const SLICE_SAMPLES = 8 * SAMPLE_RATE_HZ;

export class SessionEngine implements Engine {
  private readonly sequencer = new Sequencer();
  private readonly steps: GridSteps;
  private ended = false;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly setup: SessionSetup,
    private readonly port: SessionPort,
    audio: AudioWindow,
  ) {
    this.steps = new GridSteps(setup, port, audio, this.point().profile);
  }

  get closed(): CloseFrame | undefined {
    if (this.ended) return CLOSE.normal;
    return this.steps.idledOut ? CLOSE.idleTimeout : undefined;
  }

  prepare(): Promise<void> {
    return prepareSession(this.setup.session, this.setup.inference, this.setup.isTranscribed);
  }

  start(): WireEvent[] {
    const { session, scorer, bargeinClassifier, sessionId } = this.setup;
    const started: SessionStarted = {
      type: 'session.started',
      schema_version: SCHEMA_VERSION,
      session_id: sessionId,
      ...this.port.startedFields,
      eot: toEotObject(this.point()),
      ...(session.signals.has('bargein') && {
        models: { bargein: bargeinClassifier.version, eot: scorer.version },
      }),
    };
    return [started];
  }

  push(samples: Int16Array, onEvents?: (events: WireEvent[]) => void): Promise<WireEvent[]> {
    return this.inOrder(async () => {
      refuseOtherSamples(samples);
      const events: WireEvent[] = [];
      const emit: Emit = (bodies) => {
        const numbered = this.enveloped(bodies);
        if (!onEvents) events.push(...numbered);
        else if (numbered.length > 0) onEvents(numbered);
      };
      for (let at = 0; at < samples.length && !this.closed; at += SLICE_SAMPLES) {
        await this.steps.take(samples.subarray(at, at + SLICE_SAMPLES), emit);
      }
      return events;
    });
  }

  control(message: ControlMessage): Promise<WireEvent[]> {
    switch (message.type) {
      case 'agent.speech':
        return this.inOrder(async () => {
          this.steps.agentSpeech(message);
          return [];
        });
      case 'finalize':
        return this.whileOpen(() => this.port.finalize(this.steps.now));
      case 'session.end':
        return this.end();
    }
  }

  notify(body: BodyOf<'warning'>): Promise<WireEvent[]> {
    return this.whileOpen(async () => [body]);
  }

  end(): Promise<WireEvent[]> {
    return this.whileOpen(async () => {
      const { now } = this.steps;
      const speech = this.steps.endOpenSpeech();
      const words = await this.port.lastWords(now);
      this.ended = true;
      const audioSec = roundMs(now.sample / SAMPLE_RATE_HZ);
      return [...speech, ...words, { type: 'session.summary', audio_s: audioSec, turns: this.steps.turns }];
    });
  }

  /** Calls take effect one after the other, in the order they were made. */
  private inOrder<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work);
    this.last = result.catch(() => undefined);
    return result;
  }

  private whileOpen(work: () => Promise<EventBody[]>): Promise<WireEvent[]> {
    return this.inOrder(async () => {
      if (this.closed) return [];
      await this.steps.drained();
      return this.enveloped(await work());
    });
  }

  private enveloped(bodies: readonly EventBody[]): WireEvent[] {
    return bodies.map((body) => this.sequencer.envelope(body));
  }

  private point() {
    const { session, points } = this.setup;
    return selectPoint(session.eot, session.endpoint, firstLanguage(session.language), points);
  }
}

/** Bytes and floats would be taken for samples near 0: silence. @throws TurnwireError kind `usage` */
function refuseOtherSamples(samples: unknown): void {
  const kind = Object.prototype.toString.call(samples).slice('[object '.length, -1);
  if (kind === 'Int16Array') return;
  const text = `push takes an Int16Array of 16 kHz mono samples, got ${kind}`;
  throw new TurnwireError('usage', 'bad_samples', text);
}
