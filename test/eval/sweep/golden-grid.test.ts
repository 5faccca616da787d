// Grid, event mapping and causal inputs against vectors made by the benchmark's own code; skipped
// where ../shared is missing (micro-examples.test.ts covers the rules by hand).
import { scoredSpans, type SilenceSpan } from '../../../src/eval/silences/silence-spans.js';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { scoresOnGrid, spanGrid, type ScoreEvent } from '../../../src/eval/sweep/prediction-grid.js';
import {
  causalSampleCount,
  tailSampleCount,
  visibleMessages,
  type Message,
  type TimedWord,
} from '../../helpers/eot-bench-inputs.js';

const path = fileURLToPath(
  new URL('../../../../shared/eval/golden/grid_events_messages.json', import.meta.url),
);

interface Golden {
  time_grid: {
    start: number;
    end: number;
    step: number;
    timestamps: number[];
    silence_dur: number[];
    counted: boolean;
  }[];
  event_rows: {
    silence_spans: SilenceSpan[];
    events: ScoreEvent[];
    inference_interval: number;
    rows: [number, number, number, number, string][];
  }[];
  messages_case: {
    row: { silence_spans: SilenceSpan[]; messages: Message[]; words: TimedWord[] };
    sampling_rate: number;
    n_audio_samples: number;
    transcript_lag: number;
    inference_interval: number;
    points: {
      span_index: number;
      timestamp: number;
      silence_dur: number;
      n_samples: number;
      messages: Message[];
      label: string;
    }[];
    'n_samples_with_max_audio_sec_1.2': number[];
  };
}

describe.skipIf(!existsSync(path))('golden grid (../shared/eval/golden)', () => {
  const golden = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Golden) : null!;

  test('time grid', () => {
    for (const { start, end, step, timestamps, silence_dur, counted } of golden.time_grid) {
      const grid = spanGrid({ start, end }, step);
      expect(grid.map((p) => p.timestamp)).toEqual(timestamps);
      expect(grid.map((p) => p.silence_dur)).toEqual(silence_dur);
      expect(scoredSpans([{ start, end }]).length === 1).toBe(counted);
    }
  });

  test('events to rows', () => {
    for (const { silence_spans, events, inference_interval, rows } of golden.event_rows) {
      const made = scoredSpans(silence_spans).flatMap((span) => {
        const grid = spanGrid(span, inference_interval);
        const scores = scoresOnGrid(span, grid, events);
        return grid.map((p, i) => [span.span_index, p.timestamp, p.silence_dur, scores[i], span.label]);
      });
      expect(made).toEqual(rows);
    }
  });

  test('messages and causal audio', () => {
    const { row, sampling_rate, transcript_lag, inference_interval, points, ...rest } = golden.messages_case;
    const made = scoredSpans(row.silence_spans).flatMap((span) =>
      spanGrid(span, inference_interval).map(({ timestamp, silence_dur }) => ({
        span_index: span.span_index,
        timestamp,
        silence_dur,
        n_samples: Math.min(causalSampleCount(timestamp, sampling_rate), rest.n_audio_samples),
        messages: visibleMessages(row, timestamp, transcript_lag),
        label: span.label,
      })),
    );
    expect(made).toEqual(points);
    expect(made.map((p) => Math.min(p.n_samples, tailSampleCount(1.2, sampling_rate)))).toEqual(
      rest['n_samples_with_max_audio_sec_1.2'],
    );
  });
});
