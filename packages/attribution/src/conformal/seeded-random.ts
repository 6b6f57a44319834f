/**
 * Uniform numbers in [0, 1) that depend on `seed` alone (Mulberry32: fast, 32 bits of state, not for secrets).
 *
 * Everything random in this package takes its numbers as arguments; this is where to get them from.
 *
 * @param seed any safe integer; only its low 32 bits count
 * @returns a function whose k-th call gives the k-th number, a multiple of 2^-32
 * @throws {RangeError} if `seed` is no safe integer
 */
export function seededRandom(seed: number): () => number {
  if (!Number.isSafeInteger(seed)) throw new RangeError(`Expected \`seed\` to be an integer, got ${seed}.`);
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
