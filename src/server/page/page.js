/**
 * The page: sends the microphone to /v2, shows events as they come and the transcript by voice. Plain modules, no build step.
 * The server makes protocol.js from its own tables of names (src/server/page-route.ts).
 */
import { ENDPOINTS, LANGUAGES, PROFILES } from './protocol.js';

const MAX_EVENT_ROWS = 500;
const $ = (id) => document.getElementById(id);

let session;

class Session {
  constructor(options) {
    this.options = options;
    this.samples = 0;
    this.voices = new Map();
  }

  async start() {
    // The microphone comes first: until the person allows it, a session would only run into its idle timeout.
    const media = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } });
    this.media = media;
    this.context = new AudioContext();
    await this.context.audioWorklet.addModule('microphone.js');
    this.worklet = new AudioWorkletNode(this.context, 'microphone', { numberOfOutputs: 0 });
    this.worklet.port.onmessage = ({ data }) => this.send(data);

    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    this.socket = new WebSocket(`${scheme}//${location.host}/v2/${this.options.endpoint}`);
    this.socket.onopen = () => this.socket.send(JSON.stringify(this.startMessage()));
    this.socket.onmessage = ({ data }) => this.receive(JSON.parse(data));
    this.socket.onclose = ({ code, reason }) => this.closed(code, reason);
  }

  startMessage() {
    const { key, profile, language, bargein } = this.options;
    return {
      type: 'session.start',
      api_key: key,
      eot: { profile },
      language: { pin: language },
      signals: bargein ? ['vad', 'eot', 'bargein'] : ['vad', 'eot'],
    };
  }

  receive(event) {
    showEvent(event);
    EVENT_HANDLERS[event.type]?.(this, event);
  }

  voice(speaker) {
    let voice = this.voices.get(speaker);
    if (!voice) {
      voice = { title: make('dt', speaker), final: make('span'), partial: make('span', '', 'partial') };
      const words = make('dd');
      words.append(voice.final, voice.partial);
      $('voices').append(voice.title, words);
      $('no-voices').hidden = true;
      this.voices.set(speaker, voice);
    }
    return voice;
  }

  send(samples) {
    if (!this.live || this.socket.readyState !== WebSocket.OPEN) return;
    const frame = new Uint8Array(1 + samples.byteLength);
    frame.set(new Uint8Array(samples.buffer), 1);
    this.socket.send(frame);
    this.samples += samples.length;
    $('clock').textContent = `${(this.samples / 16000).toFixed(1)} s`;
    let peak = 0;
    for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
    $('level').value = peak / 32768;
  }

  control(message) {
    if (this.live) this.socket.send(JSON.stringify(message));
  }

  closed(code, reason) {
    this.live = false;
    this.release();
    showState('off');
    showStatus(`Closed: ${code}${reason ? ` ${reason}` : ''}`);
    setRunning(false, this.options);
  }

  release() {
    this.media?.getTracks().forEach((track) => track.stop());
    void this.context?.close();
  }
}

/** What the page does at each event, beside listing it. */
const EVENT_HANDLERS = {
  'session.started'(session, event) {
    session.live = true;
    session.context.createMediaStreamSource(session.media).connect(session.worklet);
    showStatus(`Live: ${event.session_id}, ${event.eot.profile}`);
    showState('quiet');
    setRunning(true, session.options);
  },
  'vad.start'() {
    showState('speaking');
  },
  'vad.end'() {
    showState('quiet');
  },
  'turn.end'() {
    showState('turn ended');
    $('turns').textContent = String(Number($('turns').textContent) + 1);
  },
  'turn.resumed'() {
    showState('speaking');
  },
  'asr.partial'(session, event) {
    session.voice(event.speaker).partial.textContent = ` ${event.text}`;
  },
  'asr.final'(session, event) {
    const voice = session.voice(event.speaker);
    voice.final.textContent = `${voice.final.textContent} ${event.text}`.trim();
    voice.partial.textContent = '';
  },
  'asr.language'(session, event) {
    session.voice(event.speaker).title.textContent = `${event.speaker} (${event.language})`;
  },
};

function make(name, text = '', className = '') {
  const element = document.createElement(name);
  element.textContent = text;
  if (className) element.className = className;
  return element;
}

function showEvent({ type, t, schema_version, seq, ...fields }) {
  const row = make('li');
  const detail = Object.entries(fields)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
  row.append(
    make('span', t === undefined ? '' : `${t.toFixed(2)} s`),
    make('span', type, 'type'),
    make('span', detail),
  );
  const list = $('events');
  list.prepend(row);
  while (list.children.length > MAX_EVENT_ROWS) list.lastElementChild.remove();
}

function showStatus(text) {
  $('status').textContent = text;
}

function showState(state) {
  $('state').textContent = state;
  $('state').dataset.state = state;
}

function setRunning(running, { endpoint, bargein }) {
  $('start').disabled = running;
  $('stop').disabled = !running;
  $('agent').disabled = !running || !bargein;
  $('agent').setAttribute('aria-pressed', 'false');
  $('finalize').disabled = !running || endpoint !== 'room';
}

async function begin() {
  $('events').replaceChildren();
  $('voices').replaceChildren();
  $('turns').textContent = '0';
  $('no-voices').hidden = false;
  $('no-voices').textContent =
    $('endpoint').value === 'room' ? 'No words yet.' : 'Only rooms are transcribed.';
  $('start').disabled = true;
  showStatus('Waiting for the microphone');
  session = new Session({
    key: $('key').value,
    endpoint: $('endpoint').value,
    profile: $('profile').value,
    language: $('language').value,
    bargein: $('bargein').checked,
  });
  try {
    await session.start();
  } catch (error) {
    session.release();
    showStatus(`The microphone cannot be used: ${error.message}`);
    $('start').disabled = false;
  }
}

function toggleAgent() {
  const speaking = $('agent').getAttribute('aria-pressed') !== 'true';
  $('agent').setAttribute('aria-pressed', String(speaking));
  session.control({ type: 'agent.speech', phase: speaking ? 'start' : 'end' });
}

/** Descriptions of the endpoints, for a person. */
const ENDPOINT_LABELS = { stream: 'stream: one speaker', room: 'room: several voices' };
for (const name of ENDPOINTS) $('endpoint').append(new Option(ENDPOINT_LABELS[name] ?? name, name));
for (const name of PROFILES) $('profile').append(new Option(name));
for (const code of LANGUAGES) $('language').append(new Option(code));
// The address that `serve` prints has the key after '#': browsers send that part to no server.
$('key').value = new URLSearchParams(location.hash.slice(1)).get('key') ?? '';
$('session').addEventListener('submit', (event) => {
  event.preventDefault();
  void begin();
});
$('stop').addEventListener('click', () => session.control({ type: 'session.end' }));
$('agent').addEventListener('click', toggleAgent);
$('finalize').addEventListener('click', () => session.control({ type: 'finalize' }));
