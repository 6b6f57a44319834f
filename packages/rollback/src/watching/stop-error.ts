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

/** @internal Why a watch has ended an attempt, by the exception; `undefined` of any other one. */
export const verdictIn = (error: unknown): EarlyVerdict | undefined =>
  typeof error === "object" && error !== null ? verdicts.get(error) : undefined;
