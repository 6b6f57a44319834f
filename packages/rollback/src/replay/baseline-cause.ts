import { type Difference, differenceOf } from "./difference.ts";

/** Times as programs write them: in ISO 8601, or as seconds or milliseconds since the epoch. */
const TIMES =
  /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?|\b[12]\d{9}(?:\d{3})?\b/g;

/**
 * @internal The likely cause of a difference between a recorded value and its replay, by what differs.
 *
 * @param again the difference of one more replay at the same step; `undefined` if that one gave the recorded value
 */
export function causeOf(
  { recorded, now }: Difference,
  again: Difference | undefined,
): "time" | "randomness" | "hidden-state" {
  if (isTimeIn(recorded, now)) return "time";
  return again === undefined || differenceOf(now, again.now) !== undefined ? "randomness" : "hidden-state";
}

/** Whether two values are the same but for times in them. */
function isTimeIn(recorded: unknown, now: unknown): boolean {
  const [one, other] = [recorded, now].map((value) => ({
    rest: textOf(value).replaceAll(TIMES, "TIME"),
    hasTime: textOf(value).search(TIMES) >= 0,
  }));
  return one?.hasTime === true && one.rest === other?.rest;
}

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";
