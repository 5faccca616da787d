/** Closed sets of names on the wire (service-v2 sections 2.1, 2.2, 4.1). */
export const SCHEMA_VERSION = 2;

/** `stream`: one speaker, no transcript. `room`: a mixed recording of several. */
export const ENDPOINTS = ['stream', 'room'] as const;
export type Endpoint = (typeof ENDPOINTS)[number];

/** Kinds of conversation; a mode shifts what is expected, never an operating point (decisions.md, "mode"). */
export const MODES = ['transactional_call', 'working_session', 'one_on_one', 'brainstorm', 'formal'] as const;
export type Mode = (typeof MODES)[number];

/** What a session may ask for; `vad` and `eot` come in any case. */
export const SIGNALS = ['vad', 'eot', 'bargein'] as const;
export type Signal = (typeof SIGNALS)[number];

/** Operating points by the share of pauses they nominally cut off, fast to slow. */
export const PROFILES = ['cutoff_10pct', 'cutoff_5pct', 'cutoff_2pct'] as const;
export type ProfileName = (typeof PROFILES)[number];

/** Roles of `messages` that mean the agent (decisions.md, "messages"); every other role is a person. */
export const AGENT_ROLES: readonly string[] = ['assistant', 'agent', 'bot'];
