/** Ascending numbers as stretches without gaps, each from its first to its last, both included. */
export function stretchesOf(numbers: readonly number[]): readonly (readonly [number, number])[] {
  const stretches: [number, number][] = [];
  for (const number of numbers) {
    const last = stretches.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else stretches.push([number, number]);
  }
  return stretches;
}
