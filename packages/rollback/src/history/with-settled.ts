import type { SettledHolds } from "../effects/holding/release-all.ts";
import type { AttemptRecord } from "./attempt-record.ts";
import { problemOf } from "./left-alone.ts";

/** The part of a record that tells of acts that were held. */
type Told = Pick<AttemptRecord, "effects" | "problem">;

/** @internal A record that tells what became of acts that were held. A problem of its own stays. */
export function withSettled<R extends Told>(
  record: R,
  { effects, failure }: SettledHolds,
): Omit<R, keyof Told> & Told {
  const isTold = new Set(effects.map(({ id }) => id));
  const { effects: before = [], problem, ...rest } = record;
  const isMended = failure === undefined && problem?.code === "RELEASE_FAILED";
  const stays = problem === undefined || isMended ? {} : { problem };
  return {
    ...rest,
    ...stays,
    effects: [...before.filter(({ id }) => !isTold.has(id)), ...effects],
    ...(failure === undefined || problem !== undefined ? {} : { problem: problemOf(failure) }),
  };
}
