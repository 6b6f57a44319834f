import { RewindRefusedError } from "../../errors/rewind-refused-error.ts";
import type { Stopped } from "../../errors/rollback-exhausted-error.ts";
import type { AttemptRecord, RollbackProblem } from "../../history/attempt-record.ts";
import { problemOf } from "../../history/left-alone.ts";
import { refusedAnswer } from "../../requests/answers.ts";
import { whyRefused } from "../../planning/why-refused.ts";
import type { Attempt, EndedAttempt } from "../attempt/attempt.ts";

/** @internal An attempt that continues, as its model's request to go back is refused. */
export interface RefusedRequest {
  readonly attempt: Attempt;
  readonly problem: RollbackProblem;
}

/**
 * @internal The same attempt from where its model asked to go back: the call of the tool runs again, and answers why nothing is rewound.
 *
 * @returns `undefined` if the attempt did not end by a request, or a request is granted
 */
export function refusedRequest(
  { attempt, end }: EndedAttempt,
  { decision, stopped }: Pick<AttemptRecord, "decision"> & { readonly stopped?: Stopped | undefined },
): RefusedRequest | undefined {
  if (end.asked === undefined || decision === "roll-back") return undefined;
  const why = whyRefused(stopped);
  return {
    attempt: { ...continuedAt(attempt, end.head), refusal: refusedAnswer(why) },
    problem: problemOf(new RewindRefusedError(attempt.number, why)),
  };
}

/** @internal The same attempt, from its last checkpoint on. */
export function continuedAt(attempt: Attempt, head: string): Attempt {
  const { runId: _, ...config } = attempt.config;
  const start = { kind: "fork", checkpoint: head, isPartial: true, waits: false } as const;
  return { ...attempt, config, call: null, start };
}
