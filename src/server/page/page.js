/** The page: microphone to /v2, events as they come, the transcript by voice. Plain modules, no build step. */

const LANGUAGES = ['en', 'ar', 'de', 'es', 'fr', 'hi', 'id', 'it', 'ja', 'ko', 'nl', 'pt', 'tr', 'zh'];
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
    // The microphone first: a session whose speaker has not agreed yet would only idle.
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
    switch (event.type) {
      case 'session.started':
        this.live = true;
        this.context.createMediaStreamSource(this.media).connect(this.worklet);
        showStatus(`Live: ${event.session_id}, ${event.eot.profile}`);
        showState('quiet');
        setRunning(true, this.options);
        break;
      case 'vad.start':
        showState('speaking');
        break;
      case 'vad.end':
        showState('quiet');
        break;
      case 'turn.end':
        showState('turn ended');
        $('turns').textContent = String(Number($('turns').textContent) + 1);
        break;
      case 'turn.resumed':
        showState('speaking');
        break;
      case 'asr.partial':
        this.voice(event.speaker).partial.textContent = ` ${event.text}`;
        break;
      case 'asr.final': {
        const voice = this.voice(event.speaker);
        voice.final.textContent = `${voice.final.textContent} ${event.text}`.trim();
        voice.partial.textContent = '';
        break;
      }
      case 'asr.language':
        this.voice(event.speaker).title.textContent = `${event.speaker} (${event.language})`;
        break;
    }
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

for (const code of LANGUAGES) $('language').append(new Option(code));
// The printed address carries the key after '#', which browsers keep to themselves.
$('key').value = new URLSearchParams(location.hash.slice(1)).get('key') ?? '';
$('session').addEventListener('submit', (event) => {
  event.preventDefault();
  void begin();
});
$('stop').addEventListener('click', () => session.control({ type: 'session.end' }));
$('agent').addEventListener('click', toggleAgent);
$('finalize').addEventListener('click', () => session.control({ type: 'finalize' }));
