/** @internal One text for equal values: keys are sorted. What JSON cannot hold is told by its text. */
export function canonical(value: unknown): string {
  try {
    return canonicalJson(value) ?? String(value);
  } catch {
    return String(value);
  }
}

/**
 * @internal JSON of a value with its keys sorted, and a BigInt as text.
 *
 * @returns `undefined` for a value that JSON leaves out
 * @throws {TypeError} if the value holds itself
 */
export const canonicalJson = (value: unknown): string | undefined => JSON.stringify(value, sorted);

function sorted(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
