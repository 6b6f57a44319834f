/**
 * Whether a version is in a range of the kinds that peers are given in here: `^1.2`, `>=20.19`, several with `||`.
 *
 * @param version as "1.2.13" or "v20.19.0"; one before a release ("1.3.0-rc.1") is none of any range
 * @returns `undefined` where the range is of another kind
 */
export function isInRange(version: string, range: string): boolean | undefined {
  const parts = range.split("||").map((part) => PART.exec(part.trim()));
  if (parts.includes(null)) return undefined;
  if (version.includes("-")) return false;
  const actual = numbersOf(version.replace(/^v/, ""));
  return parts.some((part) => isInPart(actual, part?.[1], part?.[2] ?? ""));
}

const PART = /^(\^|>=)(\d+(?:\.\d+){0,2})$/;

type Numbers = readonly [major: number, minor: number, patch: number];

function isInPart(actual: Numbers, kind: string | undefined, least: string): boolean {
  const from = numbersOf(least);
  return compare(actual, from) >= 0 && (kind === ">=" || compare(actual, ceilingOf(from)) < 0);
}

/** The first version that a caret leaves out: the leftmost number above 0 may not change. */
function ceilingOf([major, minor, patch]: Numbers): Numbers {
  if (major > 0) return [major + 1, 0, 0];
  return minor > 0 ? [0, minor + 1, 0] : [0, 0, patch + 1];
}

function numbersOf(version: string): Numbers {
  const [major = 0, minor = 0, patch = 0] = version.split("+", 1)[0]?.split(".").map(Number) ?? [];
  return [major, minor, patch];
}

function compare(a: Numbers, b: Numbers): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
