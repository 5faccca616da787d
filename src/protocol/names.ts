/** Closed sets of names on the wire (docs/protocol.md). */
export const SCHEMA_VERSION = 2;

/** `stream`: one speaker, no transcript. `room`: a mixed recording of several. */
export const ENDPOINTS = ['stream', 'room'] as const;
export type Endpoint = (typeof ENDPOINTS)[number];

/** Kinds of conversation; a mode shifts what is expected, never an operating point (docs/protocol.md, "Modes"). */
export const MODES = ['transactional_call', 'working_session', 'one_on_one', 'brainstorm', 'formal'] as const;
export type Mode = (typeof MODES)[number];

/** Kinds of events a session may ask for; `vad` and `eot` are always sent. */
export const SIGNALS = ['vad', 'eot', 'bargein'] as const;
export type Signal = (typeof SIGNALS)[number];

/** Operating points, named by the share of pauses they nominally cut off; fastest first. */
export const PROFILES = ['cutoff_10pct', 'cutoff_5pct', 'cutoff_2pct'] as const;
export type ProfileName = (typeof PROFILES)[number];

/** Roles of `messages` that mean the agent (docs/protocol.md, "Conversation so far"); every other role is a person. */
export const AGENT_ROLES: readonly string[] = ['assistant', 'agent', 'bot'];
