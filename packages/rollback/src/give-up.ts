import type { AttemptRecord } from "./attempt-record.ts";
import { describeError } from "./judge.ts";

/** @internal The decision when the machinery itself failed. */
export function giveUpOver(error: unknown): Pick<AttemptRecord, "decision" | "reason" | "problem"> {
  const { name, message } = describeError(error);
  const known: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "code") : undefined;
  const code = typeof known === "string" ? known : "UNEXPECTED";
  return {
    decision: "give-up",
    reason: `The run's result was left as it is, because the rollback itself failed (${code}).`,
    problem: { code, name, message },
  };
}
