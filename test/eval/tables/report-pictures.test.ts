import { describe, expect, it } from 'vitest';
import { barPlot } from '../../../src/eval/tables/bar-plot.js';
import { frontierPlot } from '../../../src/eval/tables/svg-plots.js';

const numbers = (svg: string, attribute: string): number[] =>
  [...svg.matchAll(new RegExp(` ${attribute}="([-\\d.]+)"`, 'g'))].map(([, value]) => Number(value));

describe('bars', () => {
  const groups = [
    {
      label: '2 voices',
      detail: '3 rooms',
      bars: [
        { colour: '--accent', value: 1, interval: { low: 0.5, high: 2 }, mark: 4, text: 'one & more' },
        { colour: '--slow', value: 9, text: 'too long' },
      ],
    },
  ];

  it('are as long as their values, and never longer than the scale', () => {
    const svg = barPlot(groups, 4);
    const [first, second] = numbers(svg, 'width');
    expect(first).toBeCloseTo(second! / 4, 1);
    expect(svg).toContain('one &amp; more');
    expect(svg).toContain('3 rooms');
  });

  it('have the interval at its ends', () => {
    const svg = barPlot(groups, 4);
    const [x1] = numbers(svg, 'x1');
    const [x2] = numbers(svg, 'x2');
    const [width] = numbers(svg, 'width');
    expect(x2! - x1!).toBeCloseTo(1.5 * width!, 0);
  });
});

describe('the frontier', () => {
  it('has a cross for the intervals of a mark, and leaves out what lies beyond its range', () => {
    const range = { maxLatencySec: 2, maxCutoff: 0.2 };
    const mark = { name: 'ours', colour: '--fast', at: [1, 0.1] as const };
    const plain = frontierPlot([], [mark], range);
    const crossed = frontierPlot(
      [],
      [
        {
          ...mark,
          intervals: [
            { low: 0.5, high: 1.5 },
            { low: 0.05, high: 0.15 },
          ],
        },
      ],
      range,
    );
    expect(crossed.split('<line').length - plain.split('<line').length).toBe(2);
    const curve = (points: [number, number][]) => ({ name: 'x', colour: '--other', thin: true, points });
    expect(
      frontierPlot(
        [
          curve([
            [1, 0.1],
            [3, 0.05],
          ]),
        ],
        [],
        range,
      ),
    ).toContain('d="M');
    expect(
      frontierPlot(
        [
          curve([
            [1, 0.1],
            [3, 0.05],
          ]),
        ],
        [],
        range,
      ),
    ).not.toContain('L');
  });
});
