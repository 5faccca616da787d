/** Starts the page: reads the data that `turnwire view` wrote into it and connects lanes, overview, table, sound and keys. */
import type { ViewData } from '../view-data.js';
import { EventTable } from './event-table.js';
import { listenForKeys } from './keys.js';
import { Lanes } from './lanes.js';
import { Overview } from './overview.js';
import { Player } from './player.js';
import { clock, TimeWindow } from './time-window.js';

const element = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;

// Before anything is drawn: the style sheet has both sets of colours, chosen by this attribute.
const dark = matchMedia('(prefers-color-scheme: dark)');
chooseTheme(dark.matches);

const view = JSON.parse(element('view-data').textContent) as ViewData;
const shown = new TimeWindow(view.durationSec);
const player = new Player(view.audio.src, view.durationSec, () => drawTime());
const lanes = new Lanes(element('lanes'), view, shown, { seek: (t) => player.seek(t), moved: drawAll });
const overview = new Overview(element<HTMLCanvasElement>('overview'), view, shown, drawAll);
const table = new EventTable(element<HTMLTableSectionElement>('rows'), element('filters'), (row) =>
  goTo(row),
);
table.update(view.rows);
/** How long before a chosen turn end the sound begins, in seconds. */
const LEAD_IN_SEC = 3;

/** Number of the chosen row; -1 before one is chosen. */
let current = -1;
/** Numbers of the rows that n and p stop at. */
const stops = [...view.turns, ...view.bargeIns].map(({ row }) => row).sort((a, b) => a - b);

fillHead();
connectControls();
listenForKeys({
  toggle: () => player.toggle(),
  skip: (sec) => player.seek(player.t + sec),
  event: goToEvent,
  zoom: (factor) => zoom(factor),
  showAll: () => zoom(Infinity),
});
drawAll();

function fillHead(): void {
  document.title = `${view.title} · turnwire`;
  element('title').textContent = view.title;
  const facts = [clock(view.durationSec), ...view.facts];
  element('facts').append(
    ...facts.map((fact) => {
      const item = document.createElement('li');
      item.textContent = fact;
      return item;
    }),
  );
  element('note').textContent = view.audio.note;
  element('play').hidden = !player.hasSound;
  element('speed').hidden = !player.hasSound;
  for (const item of document.querySelectorAll<HTMLElement>('[data-for]')) {
    const drawn = {
      agent: view.channels.some(({ role }) => role === 'agent'),
      score: view.silences.length > 0,
      cut: view.turns.some(({ resumedSec }) => resumedSec !== undefined),
      bargein: view.bargeIns.some((bargeIn) => bargeIn.class),
      onset: view.bargeIns.some((bargeIn) => !bargeIn.class),
    };
    item.hidden = !drawn[item.dataset.for as keyof typeof drawn];
  }
  player.onFailure(
    () => (element('note').textContent = 'The sound cannot be played: keep the recording beside this page.'),
  );
}

function connectControls(): void {
  const onClick = (id: string, act: () => void): void => element(id).addEventListener('click', act);
  onClick('play', () => player.toggle());
  onClick('previous', () => goToEvent(-1));
  onClick('next', () => goToEvent(1));
  onClick('closer', () => zoom(0.5));
  onClick('wider', () => zoom(2));
  onClick('whole', () => zoom(Infinity));
  const retheme = (toDark: boolean): void => {
    chooseTheme(toDark);
    lanes.repaint();
  };
  onClick('theme', () => retheme(document.documentElement.dataset.theme !== 'dark'));
  dark.addEventListener('change', ({ matches }) => retheme(matches));
  const speed = element<HTMLSelectElement>('speed');
  speed.addEventListener('change', () => (player.speed = Number(speed.value)));
}

function chooseTheme(toDark: boolean): void {
  document.documentElement.dataset.theme = toDark ? 'dark' : 'light';
}

function zoom(factor: number): void {
  const [start, end] = shown.shown;
  const at = player.t >= start && player.t <= end ? player.t : undefined;
  if (factor === Infinity) shown.showAll();
  else shown.zoom(factor, at);
  drawAll();
}

function goTo(row: number): void {
  const { t, kind } = view.rows[row]!;
  table.mark(row);
  describe(row);
  // The speech before an end is heard too.
  const from = kind === 'turn' || kind === 'cut' ? Math.max(0, t - LEAD_IN_SEC) : t;
  shown.includeSpan([from, t]);
  player.seek(from);
  drawAll();
  flash(t);
}

function goToEvent(direction: 1 | -1): void {
  const from = current >= 0 ? current : direction > 0 ? -1 : view.rows.length;
  const next = direction > 0 ? stops.find((row) => row > from) : stops.findLast((row) => row < from);
  if (next !== undefined) goTo(next);
}

function describe(row: number): void {
  current = row;
  const { t, title, text } = view.rows[row]!;
  element('told-title').textContent = `${clock(t)}  ${title}`;
  element('told-text').textContent = text;
}

/** Points at the time of the chosen event. */
function flash(t: number): void {
  place(element('pointer'), t);
}

function drawAll(): void {
  lanes.show();
  element('whole').toggleAttribute('disabled', shown.isWhole);
  if (current >= 0) flash(view.rows[current]!.t);
  drawTime();
}

function drawTime(): void {
  const { t } = player;
  if (player.playing && shown.include(t)) lanes.show();
  place(element('playhead'), t);
  overview.draw(t);
  element('time').textContent = `${clock(t)} / ${clock(view.durationSec)}`;
  const button = element('play');
  button.textContent = player.playing ? '❚❚' : '▶';
  button.setAttribute('aria-label', player.playing ? 'Pause' : 'Play');
  if (player.playing) requestAnimationFrame(drawTime);
}

/** Puts a line over the lanes at a time, or hides it when the time is not shown. */
function place(line: HTMLElement, t: number): void {
  const { left, width } = lanes.plotBox;
  const [start, end] = shown.shown;
  line.hidden = t < start || t > end;
  line.style.left = `${left + ((t - start) / (end - start)) * width}px`;
}
