/** Deeper values stay a text: readers of trajectories walk through values level by level. */
const DEEPEST = 100;

const TOO_DEEP = "[nested too deeply]";

/** A value as JSON. One that is nested more deeply than JSON can be written gets a word in its place. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value ?? null);
  } catch (error) {
    if (error instanceof RangeError) return JSON.stringify(TOO_DEEP);
    throw error;
  }
}

/** A value that can be walked through: one that is nested too deeply becomes its JSON text, or a word. */
export function boundedValue(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value ?? null;
  const text = jsonText(value);
  if (text === JSON.stringify(TOO_DEEP)) return TOO_DEEP;
  return nesting(text) > DEEPEST ? text : value;
}

/** The value of a JSON text; the text itself if it is no JSON, or nested too deeply. */
export function parsedOrText(text: string): unknown {
  if (nesting(text) > DEEPEST) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Depth of brackets, counted as if none stood in a string: at least as deep as the value. */
function nesting(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === "[" || bracket === "{" ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
