import { expect, it } from 'vitest';
import { sessionsBeyond } from '../../src/server/overload.js';

const GRACE_MS = 10_000;

/** A session that connected at `connectedMs` and has been served at this speed for so long; undefined: it keeps up. */
function session(connectedMs: number, wallMs?: number, audioSecPerSec = 0) {
  const restarted: number[] = [];
  return {
    connectedMs,
    restarted,
    openFlow: {
      pace: () => (wallMs === undefined ? undefined : { wallMs, audioSecPerSec }),
      restartPace: (wallNowMs: number) => restarted.push(wallNowMs),
    },
  };
}

it('closes nothing while nobody has been slow for longer than the grace', () => {
  expect(sessionsBeyond([session(0, 9_999, 0.4), session(1, 9_000, 0.4)], 50_000, GRACE_MS)).toEqual([]);
});

it('keeps as many of the oldest as were served, and measures them anew', () => {
  const [third, first, second, fourth] = [2, 0, 1, 3].map((at) => session(at, 10_001 - at, 0.45));
  const closed = sessionsBeyond([third!, first!, second!, fourth!], 50_000, GRACE_MS);
  expect(closed).toEqual([third, fourth]);
  expect([first, second].map((one) => one!.restarted)).toEqual([[50_000], [50_000]]);
});

it('closes one at least, the newest', () => {
  const [older, newer] = [session(0, 10_001, 0.9), session(1, 10_000, 0.9)];
  expect(sessionsBeyond([newer, older], 50_000, GRACE_MS)).toEqual([newer]);
});

it('closes the only slow session', () => {
  const slow = session(0, 10_001, 0.9);
  expect(sessionsBeyond([slow, session(1)], 50_000, GRACE_MS)).toEqual([slow]);
});

it('leaves alone whoever is served faster than real time, and sessions that are over', () => {
  const slow = session(0, 10_001, 0.5);
  const upload = session(1, 60_000, 1.5);
  const over = { connectedMs: 2, openFlow: undefined };
  expect(sessionsBeyond([slow, upload, over], 50_000, GRACE_MS)).toEqual([slow]);
});
