import type { AttemptRecord } from "../../history/attempt-record.ts";
import { readJournal, recordsOfRun } from "../../history/journal.ts";
import type { Failure } from "../../planning/failure.ts";
import { earlyProcedure, type Procedure } from "../../planning/procedure.ts";
import { recoveryInForce } from "../../planning/recovery-in-force.ts";
import { spentBy } from "../../planning/run-spent.ts";
import { failedAt } from "../../planning/same-failure.ts";
import { patiently } from "../../recording/patiently.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { learningPlace } from "../../setup/learning-place.ts";
import { learntFor } from "../../setup/open-runs.ts";
import type { RecordedTrajectory } from "../../steps/recorded-trajectory.ts";
import type { AttemptOutcome } from "../../verifiers/verifier.ts";
import { withOutcome } from "../../verifiers/judge.ts";
import type { Attempt, EndedAttempt } from "../attempt/attempt.ts";
import type { Failed } from "./verify-attempt.ts";

/** @internal An attempt that failed, with its steps, the attempts before it, and what the run has spent and may spend. */
export interface FailedAttempt extends Failed, Failure {
  readonly ended: EndedAttempt;
  /** Records of the run's attempts before it, oldest first. */
  readonly earlier: readonly AttemptRecord[];
  readonly outcome: AttemptOutcome;
}

/**
 * @internal Reads the steps of an attempt that failed, and the records of those before it.
 *
 * @param known its steps, if they were read before
 */
export async function failedAttempt(
  context: RollbackContext,
  ended: EndedAttempt,
  verified: Failed,
  known?: RecordedTrajectory,
): Promise<FailedAttempt> {
  const { attempt, reads } = ended;
  const { outcome } = verified;
  const trajectory = known ?? withOutcome(await reads.trajectory(), outcome);
  const earlier = await recordsBefore(context, attempt);
  const start = earlier.at(-1)?.rewind?.step ?? 0;
  return {
    ...verified,
    ended,
    trajectory,
    number: attempt.number,
    earlier,
    firstId: earlier[0] === undefined ? trajectory.id : `${attempt.threadId}:${earlier[0].head}`,
    budget: { used: attempt.number - 1, max: context.options.maxRollbacks },
    spent: spentBy(trajectory.steps, start, outcome),
    failedAt: failedAt(trajectory, outcome),
    recovery: recoveryInForce(context.options.recovery, await procedureOf(context, attempt), attempt.run),
  };
}

async function procedureOf(context: RollbackContext, attempt: Attempt): Promise<Procedure> {
  const { graph, options } = context;
  const { learnt } = await learntFor(learningPlace(context), attempt);
  return {
    ...options,
    learnt,
    nodes: Object.keys(graph.nodes),
    verifier: options.verify.fingerprint,
    early: earlyProcedure(options),
    version: options.recovery.version,
  };
}

async function recordsBefore(
  { saver }: RollbackContext,
  { threadId, run, number }: Attempt,
): Promise<readonly AttemptRecord[]> {
  // The first attempt has none before it: nothing needs to be read.
  if (number === 1) return [];
  const { records } = await patiently(() => readJournal(saver, threadId));
  return recordsOfRun(records, run).filter(({ attempt }) => attempt < number);
}
