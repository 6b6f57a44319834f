/**
 * @internal The mean of the opinions that were given.
 *
 * @returns `undefined` if none was
 */
export function meanOpinion(opinions: readonly (number | undefined)[]): number | undefined {
  const given = opinions.filter((opinion) => opinion !== undefined);
  if (given.length === 0) return undefined;
  return given.reduce((sum, opinion) => sum + opinion, 0) / given.length;
}
