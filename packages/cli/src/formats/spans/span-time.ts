/** Digits of a second that count. */
const DIGITS = 6;

/** Microseconds since 1970 of a time by `isoTime`, to order by: those that milliseconds leave out are kept. */
export function microseconds(iso: string): number {
  const fraction = (/\.(\d+)/.exec(iso)?.[1] ?? "").padEnd(DIGITS, "0").slice(0, DIGITS);
  return Math.floor(Date.parse(iso) / 1000) * 1e6 + Number(fraction);
}
