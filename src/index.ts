/** The public library: the protocol's types and schemas, and the engines. */
export * from './protocol/index.js';
