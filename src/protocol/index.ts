/** The contract of both endpoints: everything any door needs to speak `/v2`. */
export * from './check-log.js';
export * from './errors.js';
export * from './events.js';
export * from './grid.js';
export * from './languages.js';
export * from './messages.js';
export * from './names.js';
export * from './reasons.js';
export * from './session-start.js';
