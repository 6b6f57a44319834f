import { StoppedEarlyError } from "../errors/stopped-early-error.ts";
import { earlyEndInWords } from "../steps/early-end.ts";
import type { EarlyVerdict } from "./prefix-watch.ts";

const verdicts = new WeakMap<object, EarlyVerdict>();

/** @internal The exception with which a watch ends an attempt. */
export function stopError(verdict: EarlyVerdict): StoppedEarlyError {
  const { early, outcome } = verdict;
  const reason = outcome?.reason === undefined ? "" : `: ${outcome.reason}`;
  const error = new StoppedEarlyError(`${earlyEndInWords(early)}${reason}`);
  verdicts.set(error, verdict);
  return error;
}

/** @internal Reason of the signal with which a watch ends an attempt. To a task that throws it, and where it is stored with that task, it is an abort like any other. */
export function stopReason(verdict: EarlyVerdict): Error {
  const { message } = stopError(verdict);
  const reason = Object.assign(new Error(message), { name: "AbortError" });
  verdicts.set(reason, verdict);
  return reason;
}

/** @internal Why a watch has ended an attempt, by the exception or by the signal's reason; `undefined` of any other one. */
export const verdictIn = (error: unknown): EarlyVerdict | undefined =>
  typeof error === "object" && error !== null ? verdicts.get(error) : undefined;
