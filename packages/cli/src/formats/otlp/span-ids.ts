const HEX = /^[\da-f]+$/i;
const BASE64 = /^[\w+/-]+={0,2}$/;

/**
 * An id of a trace or a span, as lower-case hex.
 *
 * @param bytes its length: 16 of a trace, 8 of a span
 * @returns `undefined` if it is none, and for the id of nothing, which is all zeros or empty; an id of another length as it stands
 */
export function spanId(value: unknown, bytes: 8 | 16): string | undefined {
  if (typeof value !== "string" || value === "" || /^0+$/.test(value)) return undefined;
  if (value.length === 2 * bytes && HEX.test(value)) return value.toLowerCase();
  if (value.length === 4 * Math.ceil(bytes / 3) && BASE64.test(value)) {
    const decoded = Buffer.from(value, "base64");
    if (decoded.length === bytes)
      return decoded.every((byte) => byte === 0) ? undefined : decoded.toString("hex");
  }
  return value;
}

/** Milliseconds after the year 9999. */
const TOO_LATE = 253_402_300_800_000n;

/** Nanoseconds since the epoch, of a text or a number; `undefined` for 0, which says that nobody knows. */
export function nanosIn(value: unknown): bigint | undefined {
  if (typeof value === "number" && Number.isFinite(value) && value > 0)
    return nanosIn(BigInt(Math.trunc(value)).toString());
  if (typeof value !== "string" || !/^\d{1,30}$/.test(value)) return undefined;
  const nanos = BigInt(value);
  return nanos > 0n && nanos / 1_000_000n < TOO_LATE ? nanos : undefined;
}

/** A time as ISO 8601 in UTC. */
export const isoTime = (nanos: bigint): string => new Date(Number(nanos / 1_000_000n)).toISOString();
