/** Deeper arguments stay a text: readers of trajectories walk through values level by level. */
const DEEPEST = 100;

/** The arguments of a tool call: the JSON in their text, or what they are if they are no text or no JSON. */
export function toolArguments(args: unknown): unknown {
  const text = typeof args === "string" ? args : JSON.stringify(args ?? null);
  if (nesting(text) > DEEPEST) return text;
  if (typeof args !== "string") return args ?? null;
  try {
    return JSON.parse(args);
  } catch {
    return args;
  }
}

/** How deep brackets go, counted as if none stood in a string: at least as deep as the value. */
function nesting(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === "[" || bracket === "{" ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
