import { z } from "zod";

const exact = z.iso.datetime();

/** Seconds since 1970 have fewer digits than this, milliseconds more. */
const LEAST_MILLISECONDS = 1e11;

/** A time as ISO 8601 in UTC: of a text (without a zone it is UTC), or of seconds or milliseconds since 1970. */
export function isoTime(value: unknown): string | undefined {
  if (typeof value === "string") return exact.safeParse(value).success ? value : timeOf(zoned(value));
  if (typeof value !== "number") return undefined;
  return timeOf(Math.abs(value) < LEAST_MILLISECONDS ? value * 1000 : value);
}

function zoned(text: string): string {
  return /^\d{4}-\d\d-\d\d[T ][\d:.]+$/.test(text) ? `${text.replace(" ", "T")}Z` : text;
}

/** Years of four digits alone: others are written in another way. */
function timeOf(value: string | number): string | undefined {
  const date = new Date(value);
  const year = date.getUTCFullYear();
  return year >= 0 && year <= 9999 ? date.toISOString() : undefined;
}
