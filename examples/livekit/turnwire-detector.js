/**
 * A turn detector for `@livekit/agents` that lets `turnwire serve` decide when the user's turn is over:
 *
 *     new voice.AgentSession({ turnDetection: new TurnwireDetector({ apiKey: 'demo' }), … })
 *
 * All of the user's sound goes to one session of the service. At a pause the framework asks for a prediction: it is 1 as soon as the
 * service has sent `turn.end`, and 0 if that does not come, or the service is away; then the framework waits for its own `maxDelay`.
 */
import { inference, log } from '@livekit/agents';
import { WebSocket } from 'ws';

const RATE_HZ = 16_000;
/** Longer than the longest timeout of an operating point, so that the service decides: milliseconds. */
const MOST_WAIT_MS = 4000;

// What an audio turn detector is made of; the package exports only LiveKit's own detectors, which are made of them too.
const Detector = Object.getPrototypeOf(inference.TurnDetector);
const DetectorStream = Object.getPrototypeOf(inference.TurnDetectorStreamImpl);

export class TurnwireDetector extends Detector {
  /**
   * @param {object} options
   * @param {string} [options.url] address of the stream endpoint
   * @param {string} [options.apiKey] a key of the service
   * @param {string} [options.profile] operating point
   * @param {string} [options.language] two letters
   * @param {{role: string, content: string}[]} [options.messages] what was said before
   */
  constructor({
    url = 'ws://localhost:8080/v2/stream',
    apiKey = 'demo',
    profile = 'cutoff_10pct',
    ...rest
  } = {}) {
    // The threshold between the two answers, 0 and 1.
    super({ sampleRate: RATE_HZ, thresholds: new inference.ThresholdOptions('turn-detector-v1', 0.5) });
    const { language = 'en', messages = [] } = rest;
    this.url = url;
    this.start = {
      type: 'session.start',
      api_key: apiKey,
      eot: { profile },
      language: { pin: language },
      messages,
      idle_timeout_s: 0,
    };
  }

  get model() {
    return 'turnwire';
  }

  get provider() {
    return 'turnwire';
  }

  stream() {
    const stream = new TurnwireStream({ detector: this, opts: this._opts, transport: new Session(this) });
    this._streams.add(stream);
    return stream;
  }
}

class TurnwireStream extends DetectorStream {
  get predictionTimeout() {
    return MOST_WAIT_MS + 1000;
  }

  async aclose() {
    this._transport.detach();
    await super.aclose();
  }
}

/** One session of the service, as the framework drives it: `run` once, then frames and requests for predictions. */
class Session {
  #detector;
  #socket;
  #stream;
  /** The newest request that waits for `turn.end`. */
  #request;
  #timer;
  #ended = false;
  #lost = false;
  #stop = new AbortController();

  constructor(detector) {
    this.#detector = detector;
  }

  attach(stream) {
    this.#stream = stream;
  }

  async run() {
    const { url, start } = this.#detector;
    try {
      this.#socket = new WebSocket(url);
      await new Promise((resolve, reject) => {
        this.#socket.once('open', () => this.#socket.send(JSON.stringify(start)));
        this.#socket.on('message', (data) => this.#receive(JSON.parse(data.toString()), resolve));
        this.#socket.on('error', reject);
        this.#socket.on('close', (code, reason) => {
          const text = `closed with ${code} ${reason.toString()}`;
          this.#lose(text);
          reject(new Error(text));
        });
      });
      await this.#stream._drainAudioChannel(this.#stop.signal);
    } catch (error) {
      this.#lose(error.message);
      // The sound goes on coming and has to be taken.
      await this.#stream._drainAudioChannel(this.#stop.signal);
    }
  }

  async pushFrame(frame) {
    if (this.#lost || this.#socket?.readyState !== WebSocket.OPEN) return;
    const { buffer, byteOffset, byteLength } = frame.data;
    // One leading byte, 0, names the source.
    this.#socket.send(Buffer.concat([Buffer.of(0), new Uint8Array(buffer, byteOffset, byteLength)]));
  }

  runInference(requestId) {
    clearTimeout(this.#timer);
    this.#request = requestId;
    if (this.#ended) this.#answer(1);
    else if (this.#lost) this.#answer(0);
    else this.#timer = setTimeout(() => this.#answer(0), MOST_WAIT_MS);
  }

  async flush() {}

  detach() {
    clearTimeout(this.#timer);
    this.#stop.abort();
    this.#lost = true;
    this.#socket?.close();
  }

  #receive(event, started) {
    if (event.type === 'session.started') started();
    if (event.type === 'vad.start') this.#ended = false;
    if (event.type === 'turn.end') {
      this.#ended = true;
      this.#answer(1);
    }
  }

  #answer(probability) {
    clearTimeout(this.#timer);
    if (this.#request !== undefined) this.#stream._resolvePrediction(this.#request, probability);
    this.#request = undefined;
  }

  #lose(text) {
    if (this.#lost) return;
    this.#lost = true;
    log().error(`${this.#detector.url}: ${text}; turns end after maxDelay of silence now`);
    this.#answer(0);
  }
}
