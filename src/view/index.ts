export { pageOf } from './page-html.js';
export { MulawWav, MOST_SOUND_BYTES, soundOfPage, type SoundSource } from './page-sound.js';
export { Peaks } from './peaks.js';
export type { AudioData, ChannelData, Span, ViewData, ViewLimits } from './view-data.js';
export { viewOf, type HeardChannel, type ScorePoint, type ViewInputs } from './view-of.js';
