import { VerdictMissingError } from "./verdict-missing-error.ts";
import type { Verdict, VerifierRun } from "../verifiers/verifier.ts";
import { RECORDS_CHANNEL } from "../steps/middleware-channels.ts";
import type { MiddlewareRecord } from "./middleware-record.ts";
import type { TurnNotJudgedError } from "./turn-not-judged-error.ts";

const NOT_JUDGED: TurnNotJudgedError["code"] = "TURN_NOT_JUDGED";

/**
 * The verifier for `withRollback` around an agent that has `rollbackMiddleware({ verify })`. It returns the verdict that the middleware reached at
 * the end of the attempt: nothing is verified twice.
 *
 * @example
 * const agent = createAgent({ model, tools, middleware: [rollbackMiddleware({ verify })] });
 * const guarded = withRollback(agent, { verify: verifiedByMiddleware });
 *
 * @throws {VerdictMissingError} if the middleware reached none
 */
export async function verifiedByMiddleware(
  run: Pick<VerifierRun, "trajectory" | "readStep">,
): Promise<Verdict> {
  const records = await lastRecords(run);
  const record: unknown = Array.isArray(records) ? records.at(-1) : undefined;
  // The beginning of a turn tells of the turn before it that was not judged.
  if (!isRecord(record) || record.problem?.code === NOT_JUDGED) throw new VerdictMissingError(undefined);
  if (record.outcome === undefined) throw new VerdictMissingError(record.problem);
  return record.outcome;
}

/** Records that the last step to write records wrote: as a rule, the attempt's last step. */
async function lastRecords({
  trajectory,
  readStep,
}: Pick<VerifierRun, "trajectory" | "readStep">): Promise<unknown> {
  const { steps } = await trajectory();
  for (const step of steps.toReversed()) {
    const { writes } = await readStep(step);
    const written = writes.findLast(([channel]) => channel === RECORDS_CHANNEL);
    if (written !== undefined) return written[1];
  }
  return undefined;
}

function isRecord(value: unknown): value is MiddlewareRecord {
  return typeof value === "object" && value !== null && "decision" in value;
}
