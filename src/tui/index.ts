export { openView, wantsPlain, type View, type ViewOptions } from './open-view.js';
export { listedEvents, screen, type ScreenOptions } from './screen.js';
export type { Key } from './terminal.js';
export { initialState, reduce, type TracePoint, type ViewAction, type ViewState } from './view-state.js';
