import { InvalidArgumentError } from "commander";

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/**
 * Reads a moment: an age with its unit, such as "12h", or a date, with its time or without.
 *
 * @param now milliseconds since 1970
 * @returns ISO 8601, UTC
 */
export function parseSince(text: string, now: number = Date.now()): string {
  const [, count, unit = ""] = /^(\d+(?:\.\d+)?)([smhdw])$/.exec(text) ?? [];
  const moment = count === undefined ? Date.parse(text) : now - Number(count) * 1000 * (SECONDS[unit] ?? 0);
  const isDate = count !== undefined || /^\d{4}-\d{2}-\d{2}/.test(text);
  if (isDate && !Number.isNaN(new Date(moment).getTime())) return new Date(moment).toISOString();
  throw new InvalidArgumentError(
    `Expected an age such as 90s, 15m, 12h, 30d or 2w, or a date such as 2026-11-28, got "${text}".`,
  );
}
