import { describe, expect, it } from 'vitest';
import { SpeechTimeline } from '../../../src/engine/room/speech-timeline.js';

function timeline(): SpeechTimeline {
  const speech = new SpeechTimeline(300, 100_000);
  speech.start(1000);
  speech.end(2000);
  speech.start(2100);
  speech.end(3000);
  speech.start(5000);
  return speech;
}

describe('parts of speech', () => {
  it('are the runs within a span, one that goes on reaching to its end', () => {
    expect(timeline().partsOf(1500, 6000)).toEqual([
      { start: 1500, end: 2000 },
      { start: 2100, end: 3000 },
      { start: 5000, end: 6000 },
    ]);
  });

  it('reach further when padded, but never over each other nor out of the span', () => {
    expect(timeline().partsOf(950, 5200, 100)).toEqual([
      { start: 950, end: 2100 },
      { start: 2100, end: 3100 },
      { start: 4900, end: 5200 },
    ]);
    expect(timeline().partsOf(3050, 4000, 100)).toEqual([{ start: 3050, end: 3100 }]);
  });

  it('are counted without padding', () => {
    expect(timeline().speechIn(0, 4000)).toBe(1900);
  });
});

describe('a word', () => {
  it('keeps within the speech it touches, over gaps that are no pause', () => {
    expect(timeline().clamp(900, 1500)).toEqual({ start: 1000, end: 1500 });
    expect(timeline().clamp(1900, 3400)).toEqual({ start: 1900, end: 3000 });
  });

  it('lies on one side of a pause, where more of it is, or after it', () => {
    expect(timeline().clamp(2950, 5200)).toEqual({ start: 5000, end: 5200 });
    expect(timeline().clamp(2500, 5200)).toEqual({ start: 2500, end: 3000 });
    expect(timeline().clamp(2800, 5200)).toEqual({ start: 5000, end: 5200 });
  });

  it('stays where it is in silence', () => {
    expect(timeline().clamp(3500, 4000)).toEqual({ start: 3500, end: 4000 });
  });
});

describe('speech near a word', () => {
  it('is what tells a word from an invented one: within a quarter of a second', () => {
    const speech = new SpeechTimeline(300, 100_000);
    speech.start(10_000);
    speech.end(12_000);
    expect(speech.hasSpeechNear({ start: 11_000, end: 11_500 })).toBe(true);
    expect(speech.hasSpeechNear({ start: 15_900, end: 17_000 })).toBe(true);
    expect(speech.hasSpeechNear({ start: 16_000, end: 17_000 })).toBe(false);
    expect(speech.hasSpeechNear({ start: 1000, end: 6000 })).toBe(false);
  });
});
