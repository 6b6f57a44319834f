import { attemptKey, type AttemptId } from "../../../src/shared/labels/attempt-key.ts";

/** The group of alike failures that each attempt is in, by the attempt's key; none for an attempt in no group. */
export function groupsByKey(
  alike: readonly (readonly AttemptId[])[],
): ReadonlyMap<string, readonly AttemptId[]> {
  return new Map(alike.flatMap((group) => group.map((id) => [attemptKey(id), group] as const)));
}
