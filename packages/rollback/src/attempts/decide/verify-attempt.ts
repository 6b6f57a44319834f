import type { RollbackProblem } from "../../history/attempt-record.ts";
import { problemOf } from "../../history/left-alone.ts";
import { accountedRun } from "../../planning/recovery-in-force.ts";
import { enterRecovered } from "../../planning/silent-ends.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { tellTelemetry, withinTelemetry } from "../../setup/telemetry.ts";
import { askedOutcome, judge } from "../../verifiers/judge.ts";
import type { AttemptOutcome, VerifierRun } from "../../verifiers/verifier.ts";
import type { EndedAttempt } from "../attempt/attempt.ts";
import { runForVerifier } from "../attempt/run-for-verifier.ts";
import { earlyOutcome, withWatchCost } from "../../watching/early-outcome.ts";

/** @internal The verdict on an attempt. `at` is when the verifier was called, ISO 8601, UTC. */
export type Verified =
  | Failed
  | { readonly kind: "accepted"; readonly at: string; readonly outcome: AttemptOutcome }
  /** The verifier itself failed, or nobody but the caller knows the output. */
  | { readonly kind: "unjudged"; readonly at: string; readonly problem: RollbackProblem };

/** @internal The verifier rejected it, or an exception escaped. */
export interface Failed {
  readonly kind: "failed";
  readonly at: string;
  readonly outcome: AttemptOutcome;
}

/**
 * @internal Asks the verifier about an attempt. Writes nothing. A failure of the machinery never throws: it makes the
 * attempt "unjudged". Only an abort is thrown.
 */
export async function verifyAttempt(context: RollbackContext, ended: EndedAttempt): Promise<Verified> {
  const { attempt, end } = ended;
  const at = new Date(context.options.clock()).toISOString();
  if (end.kind === "unknown") return { kind: "unjudged", at, problem: end.problem };
  try {
    const found =
      end.early !== undefined
        ? earlyOutcome(end.early, { isOver: end.kind === "returned" })
        : end.asked === undefined
          ? await judged(context, await runForVerifier(context, ended, end))
          : await askedOutcome(end.asked, ended.reads.trajectory);
    const outcome = withWatchCost(found, end.watch);
    const { recovery } = context.options;
    if (outcome.ok && attempt.number > 1 && recovery.handOver)
      enterRecovered(accountedRun(recovery, Object.keys(context.graph.nodes), attempt.run));
    return { kind: outcome.ok ? "accepted" : "failed", at, outcome };
  } catch (error) {
    attempt.config.signal?.throwIfAborted();
    return { kind: "unjudged", at, problem: problemOf(error) };
  }
}

/** The verifier's answer; telemetry is told how long that took. */
async function judged(context: RollbackContext, run: VerifierRun): Promise<AttemptOutcome> {
  const { clock, verify } = context.options;
  if (context.telemetry === undefined) return judge(verify, run);
  const asked = clock();
  const outcome = await withinTelemetry(context, () => judge(verify, run));
  await tellTelemetry(context, (telemetry) => telemetry.verdict(clock() - asked, outcome));
  return outcome;
}
