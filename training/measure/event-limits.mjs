/** What is asked of the profiles on traced calls. Called by event-policies.mjs and event-points.mjs. */

/** Share of the drawn halves of the callers on which a policy keeps its nominal rate, 0..1. */
export const KEEP = 0.97;
/** Highest mean latency, seconds. */
export const LIMITS = { cutoff_10pct: 0.56, cutoff_5pct: 0.76, cutoff_2pct: 1.1 };
