import { InvalidArgumentError } from "commander";

/** Reads a tolerated miss rate above 0 and below 1. */
export function parseAlpha(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value > 0 && value < 1)) {
    throw new InvalidArgumentError(`Expected a number above 0 and below 1, got "${text}".`);
  }
  return value;
}

/** Reads a whole number within bounds. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}, got "${text}".`);
    }
    return value;
  };
}
