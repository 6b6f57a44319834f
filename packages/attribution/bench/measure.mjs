/** Keeps results alive, so that nothing measured can be optimised away. */
let sink = 0;

/**
 * Least time of a call over several rounds, in milliseconds, once the function is warm: what other processes on the
 * machine add, they add to the others.
 *
 * @param {() => number} run       returns a number that depends on its work
 * @param {{ calls?: number, rounds?: number }} options calls a round, so that a round is long beside the clock's
 *   tick and short beside the scheduler's
 */
export function leastTime(run, { calls = 1, rounds = 200 } = {}) {
  for (let call = 0; call < Math.max(3, calls); call += 1) sink += run();
  let least = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    for (let call = 0; call < calls; call += 1) sink += run();
    least = Math.min(least, (performance.now() - start) / calls);
  }
  if (Number.isNaN(sink)) throw new Error("Expected numbers.");
  return least;
}
