import { InvalidArgumentError } from "commander";

/** Milliseconds of each unit. */
const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/**
 * Reads a moment: an age before now such as "30d", or a date in ISO 8601.
 *
 * @returns ISO 8601, UTC
 */
export function parseSince(text: string, now: Date = new Date()): string {
  const [, count, unit = ""] = /^(\d{1,6})([hdw])$/.exec(text) ?? [];
  const at =
    count === undefined
      ? /^\d{4}-\d\d-\d\d/.test(text)
        ? Date.parse(text)
        : Number.NaN
      : now.getTime() - Number(count) * (UNITS[unit] ?? 0);
  if (Number.isFinite(at)) return new Date(at).toISOString();
  throw new InvalidArgumentError(
    `Expected an age in hours, days or weeks such as 12h, 30d or 2w, or a date such as 2026-03-31, got "${text}".`,
  );
}
