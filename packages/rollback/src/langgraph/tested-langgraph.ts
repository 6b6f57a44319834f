/**
 * The newest minor version of `@langchain/langgraph` that this package is tested with.
 *
 * Every later patch of it counts as tested. The oldest version is the floor of the peer range in package.json.
 */
export const TESTED_LANGGRAPH = "1.7";

/**
 * Whether a version of `@langchain/langgraph` is of a later minor or major than {@link TESTED_LANGGRAPH}.
 *
 * @param version as in its package.json, such as "1.8.0" or "1.8.0-rc.1"; anything else is not untested
 */
export function isUntestedLanggraph(version: string): boolean {
  const [major, minor] = numbersOf(version);
  const [testedMajor, testedMinor] = numbersOf(TESTED_LANGGRAPH);
  return major > testedMajor || (major === testedMajor && minor > testedMinor);
}

function numbersOf(version: string): readonly [major: number, minor: number] {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(version) ?? [];
  return [Number(major), Number(minor)];
}
