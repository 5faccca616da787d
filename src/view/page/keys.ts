/** The keys of the page. */

export interface KeyActions {
  toggle(): void;
  /** Moves the playhead by so many seconds. */
  skip(sec: number): void;
  /** Goes to the next or the previous turn end or barge-in. */
  event(direction: 1 | -1): void;
  zoom(factor: number): void;
  showAll(): void;
}

export function listenForKeys(actions: KeyActions): void {
  const keys: Record<string, (event: KeyboardEvent) => void> = {
    ' ': () => actions.toggle(),
    ArrowLeft: ({ shiftKey }) => actions.skip(shiftKey ? -5 : -1),
    ArrowRight: ({ shiftKey }) => actions.skip(shiftKey ? 5 : 1),
    n: () => actions.event(1),
    p: () => actions.event(-1),
    '+': () => actions.zoom(0.5),
    '=': () => actions.zoom(0.5),
    '-': () => actions.zoom(2),
    '0': () => actions.showAll(),
  };
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    // A focused control keeps the keys that it uses itself.
    if (target instanceof HTMLSelectElement) return;
    if (event.key === ' ' && (target instanceof HTMLButtonElement || target instanceof HTMLInputElement))
      return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act(event);
  });
}
