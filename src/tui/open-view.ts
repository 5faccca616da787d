/**
 * Opens the screen on a terminal and redraws it: soon after an event, at most ten times a second for everything else. Called by
 * live, replay and client, which dispatch actions.
 */
import { Bands } from './bands.js';
import { plainLine } from './plain-lines.js';
import type { ListedEvent } from './event-list.js';
import { listedEvents, screen, type ScreenOptions } from './screen.js';
import { enterTerminal, type Key } from './terminal.js';
import { initialState, reduce, type ViewAction, type ViewState } from './view-state.js';

export interface View {
  readonly state: ViewState;
  dispatch(action: ViewAction): void;
  /** Replaces the whole state, for seeking. */
  reset(state: ViewState): void;
  /** Shows a sentence instead of the key help for some seconds. */
  notice(text: string): void;
  /** The events that the screen lists, oldest first; empty in the mode of plain lines. */
  listed(): ListedEvent[];
  /** Puts the terminal back. */
  close(): void;
}

export interface ViewOptions extends ScreenOptions {
  onKey: (key: Key) => void;
  /** Plain lines instead of a screen: screen readers, `TERM=dumb`. */
  plain: boolean;
}

/** Least time between two redraws, in ms. */
const FRAME_MS = 100;
/** Least time between two redraws if an event came, in ms. */
const EVENT_FRAME_MS = 40;
/** How long a notice is shown, in ms. */
const NOTICE_MS = 2_500;

/** True if the environment asks for plain lines instead of a screen. */
export function wantsPlain(env: NodeJS.ProcessEnv = process.env): boolean {
  return env.INK_SCREEN_READER === 'true' || env.TERM === 'dumb';
}

export async function openView(options: ViewOptions): Promise<View> {
  return options.plain ? plainView() : await screenView(options);
}

function plainView(): View {
  let state = initialState();
  return {
    get state() {
      return state;
    },
    dispatch(action) {
      state = reduce(state, action);
      if (action.kind !== 'event') return;
      const line = plainLine(action.event, state.t);
      if (line !== undefined) process.stdout.write(`${line}\n`);
    },
    reset: (next) => void (state = next),
    notice: (text) => void process.stdout.write(`${text}\n`),
    listed: () => [],
    close: () => {},
  };
}

async function screenView(options: ViewOptions): Promise<View> {
  // React chooses its slow development build unless NODE_ENV says `production` when it is loaded.
  process.env.NODE_ENV ??= 'production';
  const { mountBand } = await import('./screen-view.js');
  const { stdout } = process;
  let state = initialState();
  let notice: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Infinity;
  let drawnAt = 0;
  let closed = false;

  const size = (): [columns: number, rows: number] => [stdout.columns || 80, stdout.rows || 24];
  const draw = (): void => {
    clearTimeout(timer);
    timer = undefined;
    dueAt = Infinity;
    drawnAt = performance.now();
    bands.show(screen(state, { ...options, notice }, ...size()));
  };
  const drawWithin = (gapMs: number): void => {
    if (closed) return;
    const at = Math.max(performance.now(), drawnAt + gapMs);
    if (at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(draw, at - performance.now());
  };

  const terminal = enterTerminal(stdout, options.onKey);
  const color = !process.env.NO_COLOR;
  const bands = new Bands((source, topRow) => mountBand(stdout, source, topRow, color));
  draw();
  const onResize = (): void => {
    stdout.write('\x1b[2J');
    bands.redraw();
    draw();
  };
  stdout.on('resize', onResize);

  return {
    get state() {
      return state;
    },
    dispatch(action) {
      state = reduce(state, action);
      drawWithin(action.kind === 'event' ? EVENT_FRAME_MS : FRAME_MS);
    },
    reset(next) {
      state = next;
      drawWithin(EVENT_FRAME_MS);
    },
    notice(text) {
      notice = text;
      setTimeout(() => {
        if (notice === text) notice = undefined;
        drawWithin(FRAME_MS);
      }, NOTICE_MS).unref();
      drawWithin(EVENT_FRAME_MS);
    },
    listed: () => listedEvents(state, options, ...size()),
    close() {
      closed = true;
      clearTimeout(timer);
      stdout.off('resize', onResize);
      bands.unmount();
      terminal.restore();
    },
  };
}
