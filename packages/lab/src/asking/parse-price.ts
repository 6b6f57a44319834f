/** Money for a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/** Reads "0.15:0.6". @returns `undefined` for what is no price */
export function parsePrice(text: string): Price | undefined {
  const [input, output, ...rest] = text
    .split(":")
    .map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  if (input === undefined || output === undefined || rest.length > 0) return undefined;
  return input >= 0 && output >= 0 ? { input, output } : undefined;
}
