import { expect, it } from 'vitest';
import { figuresJson } from '../../../src/eval/tables/figures-json.js';

it('rounds rates and seconds to 4 decimals, milliseconds to a tenth, and leaves counts and words alone', () => {
  const figures = {
    rate: 0.1 + 0.2,
    delaySec: [1.23456, 0.63],
    medianDecisionMs: 412.3456,
    mean_latency_ms: 350.04,
    turns: 123456789,
    none: null,
    name: '0.30000000000000004',
  };
  expect(JSON.parse(figuresJson(figures))).toEqual({
    rate: 0.3,
    delaySec: [1.2346, 0.63],
    medianDecisionMs: 412.3,
    mean_latency_ms: 350,
    turns: 123456789,
    none: null,
    name: '0.30000000000000004',
  });
  expect(figuresJson(figures)).toMatch(/^\{\n {2}"rate": 0\.3,\n/);
});
