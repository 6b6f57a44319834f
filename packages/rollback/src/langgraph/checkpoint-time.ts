/** Milliseconds from 15 October 1582 to 1 January 1970. */
const GREGORIAN_TO_UNIX = 12_219_292_800_000;

/**
 * @internal Time at which a checkpoint was made, from its id: a UUID of version 6 begins with the time since 1582, in 100 nanoseconds.
 *
 * @returns milliseconds since the epoch; `undefined` for an id of another kind
 */
export function checkpointTime(id: string): number | undefined {
  const digits = id.replaceAll("-", "");
  if (!/^[0-9a-f]{12}6[0-9a-f]{19}$/.test(digits)) return undefined;
  const ticks = Number.parseInt(`${digits.slice(0, 12)}${digits.slice(13, 16)}`, 16);
  return ticks / 10_000 - GREGORIAN_TO_UNIX;
}
