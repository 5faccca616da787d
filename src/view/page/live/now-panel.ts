/** The panel that says what happens now: who speaks, how long the silence is, how the last turn ended. */
import type { EventOf, WireEvent } from '../../../protocol/events.js';
import type { LiveCall } from './live-call.js';

type State = 'off' | 'quiet' | 'speaking' | 'ended' | 'cut' | 'claim' | 'backchannel';

const WORDS: Readonly<Record<State, string>> = {
  off: 'not listening',
  quiet: 'quiet',
  speaking: 'speaking',
  ended: 'turn ended',
  cut: 'the speaker went on',
  claim: 'claim',
  backchannel: 'backchannel',
};

export interface NowElements {
  readonly state: HTMLElement;
  readonly text: HTMLElement;
  readonly heard: HTMLElement;
}

export class NowPanel {
  private state: State = 'off';

  constructor(private readonly elements: NowElements) {}

  receive(event: WireEvent): void {
    switch (event.type) {
      case 'session.started':
        return this.show('quiet', `Listening, ${event.eot.profile}.`);
      case 'vad.start':
        return this.show('speaking', 'Somebody speaks.');
      case 'vad.end':
        return this.show('quiet', `Quiet after ${event.duration.toFixed(1)} s of speech.`);
      case 'turn.end':
        return this.show('ended', endText(event));
      case 'turn.resumed':
        return this.show('cut', `The turn goes on ${event.after_ms} ms after it was taken for ended.`);
      case 'bargein.onset':
        return this.show('speaking', 'Somebody speaks over the agent.');
      case 'bargein.class':
        return this.show(
          event.class,
          event.class === 'claim'
            ? `The caller wants the floor: the agent should stop. Decided after ${event.decided_after_ms} ms.`
            : `The caller only listens aloud: the agent may go on. Decided after ${event.decided_after_ms} ms.`,
        );
      default:
        return;
    }
  }

  /** The silence goes on: shows its score. */
  score({ silence, limits }: LiveCall): void {
    const last = silence.points.at(-1);
    if (this.state !== 'quiet' || !last || !limits) return;
    const [sec, p] = last;
    this.show(
      'quiet',
      `For ${sec.toFixed(1)} s. Score ${p.toFixed(2)}, the threshold is ${limits.threshold.toFixed(2)}.`,
    );
  }

  /** The words that the scorer read. */
  words(text: string): void {
    this.elements.heard.hidden = text === '';
    this.elements.heard.textContent = `“${text}”`;
  }

  off(text: string): void {
    this.show('off', text);
  }

  private show(state: State, text: string): void {
    this.state = state;
    this.elements.state.dataset.state = state;
    this.elements.state.textContent = WORDS[state];
    this.elements.text.textContent = text;
  }
}

const endText = ({ by, p_eot, latency_ms }: EventOf<'turn.end'>): string =>
  `${by === 'score' ? `By its score of ${p_eot.toFixed(2)}` : 'By the length of the silence'}, ${latency_ms} ms after the last speech. The agent may answer.`;
