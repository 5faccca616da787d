/**
 * Operating points of languages other than English on synthetic calls: what the engine's own `turn.end` events did, pooled over
 * languages, because the turns of one are too few. Written by `npm run points`; do not edit.
 */
import type { EvidenceByEndpoint } from './point-evidence.js';

export const MULTILINGUAL_EVIDENCE: EvidenceByEndpoint = {
  stream: {
    corpora: ['sample-calls 1.0.0'],
    synthetic: true,
    date: '2026-11-30',
    languages: ['ar', 'de', 'es', 'fr', 'hi', 'id', 'it', 'ja', 'ko', 'nl', 'pt', 'tr', 'zh'],
    turns: 78,
    points: [
      {
        profile: 'cutoff_10pct',
        mean_latency_ms: 1341,
        cutoff_rate: 0.0952,
        ended: 78,
        ended_by_score: 0,
        holds: 105,
        cut_holds: 10,
        mean_latency_interval_ms: { low: 1219, high: 1466 },
        cutoff_rate_interval: { low: 0.0454, high: 0.1524 },
      },
      {
        profile: 'cutoff_5pct',
        mean_latency_ms: 1640,
        cutoff_rate: 0.0762,
        ended: 78,
        ended_by_score: 0,
        holds: 105,
        cut_holds: 8,
        mean_latency_interval_ms: { low: 1513, high: 1767 },
        cutoff_rate_interval: { low: 0.0303, high: 0.1291 },
      },
      {
        profile: 'cutoff_2pct',
        mean_latency_ms: 2230,
        cutoff_rate: 0.019,
        ended: 78,
        ended_by_score: 0,
        holds: 105,
        cut_holds: 2,
        mean_latency_interval_ms: { low: 2100, high: 2371 },
        cutoff_rate_interval: { low: 0, high: 0.0481 },
      },
    ],
  },
  room: {
    corpora: ['sample-calls 1.0.0'],
    synthetic: true,
    date: '2026-11-30',
    languages: ['ar', 'de', 'es', 'fr', 'hi', 'id', 'it', 'ja', 'ko', 'nl', 'pt', 'tr', 'zh'],
    turns: 78,
    points: [
      {
        profile: 'cutoff_10pct',
        mean_latency_ms: 1345,
        cutoff_rate: 0.0857,
        ended: 78,
        ended_by_score: 0,
        holds: 105,
        cut_holds: 9,
        mean_latency_interval_ms: { low: 1217, high: 1475 },
        cutoff_rate_interval: { low: 0.0364, high: 0.1455 },
      },
      {
        profile: 'cutoff_5pct',
        mean_latency_ms: 1926,
        cutoff_rate: 0.0476,
        ended: 78,
        ended_by_score: 0,
        holds: 105,
        cut_holds: 5,
        mean_latency_interval_ms: { low: 1792, high: 2059 },
        cutoff_rate_interval: { low: 0.01, high: 0.0918 },
      },
      {
        profile: 'cutoff_2pct',
        mean_latency_ms: 2155,
        cutoff_rate: 0.0476,
        ended: 78,
        ended_by_score: 0,
        holds: 105,
        cut_holds: 5,
        mean_latency_interval_ms: { low: 2029, high: 2281 },
        cutoff_rate_interval: { low: 0.01, high: 0.0918 },
      },
    ],
  },
};
