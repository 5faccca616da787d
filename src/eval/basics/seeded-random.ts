/**
 * A seeded generator of random numbers: a recipe always builds the same corpus, a bootstrap gives the same interval.
 */

export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform integer in [0, below). */
  integer(below: number): number;
  pick<T>(values: readonly T[]): T;
  shuffled<T>(values: readonly T[]): T[];
  /** Standard normal. */
  normal(): number;
}

/** mulberry32 (public domain, Tommy Ettinger); 32 bits of state. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (below: number): number => Math.floor(next() * below);
  return {
    next,
    integer,
    pick: (values) => values[integer(values.length)]!,
    shuffled(values) {
      const out = [...values];
      for (let i = out.length - 1; i > 0; i--) {
        const j = integer(i + 1);
        [out[i], out[j]] = [out[j]!, out[i]!];
      }
      return out;
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}
