import { VerdictMissingError } from "../errors/verdict-missing-error.ts";
import type { Verdict, VerifierRun } from "../verifier.ts";
import { RECORDS_CHANNEL } from "./channels.ts";
import type { MiddlewareRecord } from "./middleware-record.ts";

/**
 * The verifier to give `withRollback` around an agent that has `rollbackMiddleware({ verify })`: takes the verdict that
 * the middleware reached at the end of the attempt, so that nothing is verified twice.
 *
 * @example
 * const agent = createAgent({ model, tools, middleware: [rollbackMiddleware({ verify })] });
 * const guarded = withRollback(agent, { verify: verifiedByMiddleware });
 *
 * @throws {VerdictMissingError} if the middleware reached none
 */
export async function verifiedByMiddleware(run: Pick<VerifierRun, "trajectory">): Promise<Verdict> {
  const { steps } = await run.trajectory();
  const written = steps.flatMap(({ writes }) => writes.filter(([channel]) => channel === RECORDS_CHANNEL));
  const records: unknown = written.at(-1)?.[1];
  const record: unknown = Array.isArray(records) ? records.at(-1) : undefined;
  if (!isRecord(record)) throw new VerdictMissingError(undefined);
  if (record.outcome === undefined) throw new VerdictMissingError(record.problem);
  return record.outcome;
}

function isRecord(value: unknown): value is MiddlewareRecord {
  return typeof value === "object" && value !== null && "decision" in value;
}
