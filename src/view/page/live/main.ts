/** Starts the page of `serve`: connects its controls to sessions. Its server: src/server/page-route.ts. */
import { LANGUAGES } from '../../../protocol/languages.js';
import { ENDPOINTS, PROFILES, type Endpoint } from '../../../protocol/names.js';
import { clock } from '../time-window.js';
import { CallView } from './call-view.js';
import { ChosenSound } from './chosen-sound.js';
import { LiveSession } from './live-session.js';
import { NowPanel } from './now-panel.js';
import { runCommand } from './run-command.js';
import { Transcript } from './transcript.js';

/** How often what has come is drawn, ms. Chosen by hand: smooth enough, and a phone keeps up. */
const DRAW_MS = 150;

const element = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const button = (id: string): HTMLButtonElement => element<HTMLButtonElement>(id);
const select = (id: string): HTMLSelectElement => element<HTMLSelectElement>(id);

// Before anything is drawn: the style sheet has both sets of colours, chosen by this attribute.
const dark = matchMedia('(prefers-color-scheme: dark)');
chooseTheme(dark.matches);

const now = new NowPanel({ state: element('state'), text: element('state-text'), heard: element('heard') });
let session: LiveSession | undefined;
let view: CallView | undefined;
let transcript: Transcript | undefined;
let running = false;
/** Address of the sound of the last session, for the player. */
let soundAddress = '';

fillChoices();
const sound = new ChosenSound(
  {
    drop: element('drop'),
    file: element<HTMLInputElement>('file'),
    microphone: button('microphone'),
    source: element('source'),
    channels: select('channels'),
    channelsLabel: element('channels-of-file'),
    paceLabel: element('speed-of-file'),
  },
  { key: () => element<HTMLInputElement>('key').value, endpoint: () => select('endpoint').value, status },
);
connectControls();

function fillChoices(): void {
  const endpoints: Record<Endpoint, string> = {
    stream: 'one caller (stream)',
    room: 'several voices (room)',
  };
  for (const name of ENDPOINTS) select('endpoint').append(new Option(endpoints[name], name));
  for (const name of PROFILES) select('profile').append(new Option(name));
  const languages = ['en', 'auto', ...LANGUAGES.filter((code) => code !== 'en').sort()];
  for (const code of languages)
    select('language').append(new Option(code === 'auto' ? 'find it out' : code, code));
  // The address that `serve` prints has the key after '#': browsers send that part to no server.
  element<HTMLInputElement>('key').value = new URLSearchParams(location.hash.slice(1)).get('key') ?? '';
}

function connectControls(): void {
  const onClick = (id: string, act: () => void): void => element(id).addEventListener('click', act);
  element('session').addEventListener('submit', (event) => {
    event.preventDefault();
    void begin();
  });
  onClick('stop', () => session?.stop());
  onClick('agent', toggleAgent);
  onClick('finalize', () => session?.finalize());
  onClick('play', () => view?.toggle());
  onClick('save-log', () => save('turnwire.jsonl', `${session!.call.lines.join('\n')}\n`));
  onClick('save-sound', saveSound);
  onClick('copy', () => void copyCommand());
  select('endpoint').addEventListener('change', () => sound.offerChannels());
  const retheme = (toDark: boolean): void => {
    chooseTheme(toDark);
    view?.repaint();
  };
  onClick('theme', () => retheme(document.documentElement.dataset.theme !== 'dark'));
  dark.addEventListener('change', ({ matches }) => retheme(matches));
}

async function begin(): Promise<void> {
  button('start').disabled = true;
  const { recording, use } = sound;
  status(recording ? 'Preparing the recording' : 'Waiting for the microphone');
  const isRoom = select('endpoint').value === 'room';
  const bargein = element<HTMLInputElement>('bargein').checked;
  try {
    const opened = await LiveSession.open(
      {
        choices: {
          endpoint: select('endpoint').value as Endpoint,
          profile: select('profile').value,
          language: select('language').value,
          bargein,
        },
        key: element<HTMLInputElement>('key').value,
        recording,
        use,
        fast: recording !== undefined && select('pace').value === 'fast',
      },
      {
        started: () => start(),
        received: (message) => {
          if (message.type === 'score') {
            now.score(session!.call);
            if (message.heard !== undefined) now.words(message.heard);
            return;
          }
          now.receive(message);
          transcript?.receive(message);
        },
        level: (peak) => (element<HTMLMeterElement>('level').value = peak),
        closed,
      },
    );
    view?.close();
    session = opened;
    element('transcript').hidden = !isRoom;
    transcript = isRoom ? new Transcript(element('voices'), element('no-voices')) : undefined;
    view = new CallView(callElements(), opened.call);
    now.words('');
  } catch (error) {
    const what = recording ? recording.name : 'The microphone';
    status(`${what} cannot be used: ${(error as Error).message}`);
    button('start').disabled = false;
  }
}

function callElements() {
  return {
    lanes: element('lanes'),
    playhead: element('playhead'),
    pointer: element('pointer'),
    overview: element<HTMLCanvasElement>('overview'),
    rows: element<HTMLTableSectionElement>('rows'),
    filters: element('filters'),
    silence: element('silence'),
    follow: button('follow'),
    play: button('play'),
  };
}

function start(): void {
  const { choices, recording, fast } = session!.wanted;
  status(`Live: ${recording?.name ?? 'microphone'}`);
  running = true;
  showControls();
  button('agent').hidden = !choices.bargein || recording !== undefined;
  button('agent').setAttribute('aria-pressed', 'false');
  button('finalize').hidden = choices.endpoint !== 'room';
  if (recording && !fast) view!.sound(newSound(), true);
  drawLater();
}

function drawLater(): void {
  if (!running) return;
  draw();
  setTimeout(drawLater, DRAW_MS);
}

function draw(): void {
  view!.draw();
  element('clock').textContent = clock(session!.call.t);
  const ends = session!.call.turns;
  element('turns').textContent = String(ends);
}

function closed(code: number, reason: string): void {
  const began = running;
  running = false;
  showControls();
  status(`Closed: ${code}${reason ? ` ${reason}` : ''}`);
  now.off(code === 1000 ? 'The session is over. Play it, or click an event.' : 'The session was closed.');
  if (!began) return;
  draw();
  view!.end(newSound());
}

function newSound(): string {
  if (soundAddress !== '') URL.revokeObjectURL(soundAddress);
  return (soundAddress = URL.createObjectURL(session!.wav));
}

function showControls(): void {
  document.body.classList.toggle('running', running);
  button('start').disabled = running;
  button('stop').disabled = !running;
  button('save-log').disabled = false;
  button('copy').disabled = false;
  element('save-sound').hidden = running || session!.wanted.recording !== undefined;
  element('command').hidden = true;
  if (running) return;
  button('agent').hidden = true;
  button('finalize').hidden = true;
}

function toggleAgent(): void {
  const speaking = button('agent').getAttribute('aria-pressed') !== 'true';
  button('agent').setAttribute('aria-pressed', String(speaking));
  session!.agentSpeech(speaking);
}

async function copyCommand(): Promise<void> {
  const { wanted, runInput } = session!;
  const command = runCommand(wanted.choices, runInput);
  const shown = element('command');
  shown.hidden = false;
  // Without https or localhost a page has no clipboard: the command is shown in any case.
  const copied = await navigator.clipboard?.writeText(command).then(
    () => true,
    () => false,
  );
  shown.textContent = `${command}${copied ? '   (copied)' : ''}`;
}

function saveSound(): void {
  save('turnwire.wav', session!.wav);
  const { runInput, agentTimes } = session!;
  if (runInput.agentFile !== undefined) save(runInput.agentFile, agentTimes);
}

function save(name: string, content: string | Blob): void {
  const address = URL.createObjectURL(new Blob([content]));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

function status(text: string): void {
  element('status').textContent = text;
}

function chooseTheme(toDark: boolean): void {
  document.documentElement.dataset.theme = toDark ? 'dark' : 'light';
}
