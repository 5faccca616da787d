import { expect, it } from 'vitest';
import { SendTimes } from '../../src/client/send-times.js';

it('tells when the audio before an event was sent, and remembers no frame before that', () => {
  const times = new SendTimes();
  expect(times.before(0)).toBeUndefined();
  for (let frame = 1; frame <= 1_000; frame++) times.sent(frame * 1_600, frame * 100);
  expect(times.before(0.1)).toBe(100);
  expect(times.before(0.15)).toBe(200);
  expect(times.before(100.1)).toBeUndefined();
  expect(times.length).toBe(999);
  expect(times.before(99.9)).toBe(99_900);
  expect(times.before(99.9)).toBe(99_900);
  expect(times.length).toBe(2);
});
