import { inspect } from "node:util";

import { nanoid } from "nanoid";

import { warn } from "../errors/warn.ts";

/** Milliseconds since the epoch. */
export type Clock = () => number;

/**
 * @internal A clock that always tells a time: the given one's, or the machine's where that throws or tells none. What time
 * it is decides nothing about a run's result.
 */
export function steadyClock(clock?: Clock): Clock {
  const isTime = (time: unknown): time is number =>
    // A number out of range has no date.
    typeof time === "number" && !Number.isNaN(new Date(time).getTime());
  return steady("clock", clock, isTime, Date.now);
}

/** @internal Ids from the given maker, or nanoid's where that throws or makes none. */
export function steadyIds(ids?: () => string): () => string {
  const isId = (id: unknown): id is string => typeof id === "string" && id !== "";
  return steady("ids", ids, isId, nanoid);
}

/** A function of the user's, or ours for what it does not make; the process is warned of that once. */
function steady<T>(
  option: string,
  make: (() => unknown) | undefined,
  isRight: (value: unknown) => value is T,
  own: () => T,
): () => T {
  if (make === undefined) return own;
  let hasWarned = false;
  return () => {
    let given: unknown;
    try {
      given = make();
    } catch (error) {
      given = error;
    }
    if (isRight(given)) return given;
    if (!hasWarned)
      warn(
        `The option \`${option}\` gave ${inspect(given, { depth: 0 })}. The default is used instead.`,
        "RollbackOptionWarning",
        "OPTION_UNUSABLE",
      );
    hasWarned = true;
    return own();
  };
}
