/** Who is let in: places, rooms as several streams, lateness of the sessions already open. */
import { describe, expect, it } from 'vitest';
import { CLOSE } from '../../src/protocol/reasons.js';
import { Admission } from '../../src/server/admission.js';
import { DEFAULT_LIMITS } from '../../src/server/server-options.js';

const admission = (limits = {}): Admission => new Admission({ ...DEFAULT_LIMITS, ...limits }, () => true);

describe('Admission', () => {
  it('counts a room as several streams', () => {
    const places = admission({ maxSessions: 9, maxRooms: 2, streamsPerRoom: 4 });
    expect(places.enter('room', 0)).toBeUndefined();
    expect(places.enter('room', 0)).toBeUndefined();
    expect(places.enter('room', 0)).toBe(CLOSE.atCapacity);
    expect(places.enter('stream', 0)).toBeUndefined();
    expect(places.enter('stream', 0)).toBe(CLOSE.atCapacity);
    places.leave('room');
    for (let i = 0; i < 4; i++) expect(places.enter('stream', 0)).toBeUndefined();
    expect(places.enter('stream', 0)).toBe(CLOSE.atCapacity);
  });

  it('refuses while the sessions open run late, and no longer than that', () => {
    const places = admission();
    for (let i = 0; i < 100; i++) places.observeLag('stream', i < 98 ? 20 : 400, 1000);
    expect(places.enter('stream', 1500)).toBe(CLOSE.atCapacity);
    expect(places.enter('stream', 7000)).toBeUndefined();
  });

  it('judges rooms by their own aim, and not by a few late pieces', () => {
    const places = admission({ maxAdmitLagRatio: 1 });
    for (let i = 0; i < 200; i++) places.observeLag('room', 400, 1000);
    places.observeLag('stream', 5000, 1000);
    expect(places.enter('stream', 1500)).toBeUndefined();
  });

  it('lets no one in while draining or while models load', () => {
    const places = admission();
    places.draining = true;
    expect(places.enter('stream', 0)).toBe(CLOSE.atCapacity);
    expect(new Admission(DEFAULT_LIMITS, () => false).enter('room', 0)).toBe(CLOSE.atCapacity);
  });
});
