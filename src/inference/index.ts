/** Public face of inference: capabilities define kernels, and engines call them through `Inference`. */
export * from './catalogue.js';
export * from './inline.js';
export * from './kernel.js';
export * from './pool.js';
export { serveKernels } from './worker-host.js';
