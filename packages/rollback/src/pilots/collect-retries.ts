import type { RetriedTasks, VerifierCalibration } from "@langgraph-rollback/attribution";
import { MemorySaver } from "@langchain/langgraph-checkpoint";

import { InvalidOptionError } from "../errors/invalid-option-error.ts";
import {
  compiledGraphOf,
  type InputOf,
  type OutputOf,
  type RollbackTarget,
} from "../langgraph/compiled-graph.ts";
import { copyOf, plainGraphOf } from "../setup/rollback-context.ts";
import { calibratedVerifier } from "../verifiers/calibrated-verifier.ts";
import { checkShare } from "../verifiers/check-verifier-options.ts";
import { signatureOf, verifierOf } from "../verifiers/judge.ts";
import { NO_RETRY, thresholdVerifier } from "../verifiers/threshold-verifier.ts";
import {
  type JudgedAttempts,
  judgedAttempts,
  type LeftOutTask,
  type PilotingTask,
  type PilotOptions,
} from "./judged-attempts.ts";

/** Retries of failed tasks, for `calibrateVerifier`, and what became of the other tasks. */
export interface CollectedRetries extends RetriedTasks {
  /** Tasks whose first attempt was right. */
  readonly right: number;
  /** Tasks whose first attempt was wrong and not rejected: nothing after it can change that. */
  readonly accepted: number;
  readonly leftOut: readonly LeftOutTask[];
}

/** How {@link collectRetries} goes about it: the options that your runs will have. */
export interface CollectOptions<Input = unknown, Output = unknown> extends Omit<
  PilotOptions<Input, Output>,
  "maxRollbacks" | "mode"
> {
  /** Calibration of `verify`, whose threshold on first attempts is frozen now. Its own retries, if any, have no part. */
  readonly verifierCalibration: VerifierCalibration;
  /** Default: the calibration's. */
  readonly epsilon?: number;
  /** Retries of each task, 1 to 100: as many rollbacks as your runs may have. */
  readonly retries: number;
}

/** Rollbacks of one task, at the most. */
const MOST_RETRIES = 100;

/**
 * Runs an agent on tasks whose right results are known, and goes on after each wrong and rejected first attempt as if every retry was rejected. The scores of these
 * retries calibrate which results are accepted after a failure: give them to `calibrateVerifier` as `retries`.
 *
 * The runs are those of `withRollback`: same notes, policy, effects and reasons for giving up. An attempt that throws is wrong and rejected. The graph's
 * checkpointer is not touched. The agent really runs: so do its tools.
 *
 * @param tasks   exchangeable with those to come, none of them used to make or to calibrate the verifier
 * @param options of your runs; `truth` says whether a result is right
 * @throws {VerifierMismatchError} if the calibration is another verifier's
 * @throws {InvalidOptionError} if the calibration keeps groups apart, or rejects no run
 * @throws {RangeError} if `retries` is no whole number from 1 to 100
 *
 * @example
 * const retried = await collectRetries(agent, cases, { verify: judge, verifierCalibration, truth, retries: 2 });
 * console.table(acceptanceTable(retried));
 */
export async function collectRetries<G extends RollbackTarget>(
  graph: G,
  tasks: Iterable<PilotingTask<InputOf<G>>> | AsyncIterable<PilotingTask<InputOf<G>>>,
  options: CollectOptions<InputOf<G>, OutputOf<G>>,
): Promise<CollectedRetries> {
  const { below, given } = forcedBy(options);
  const plain = plainGraphOf(compiledGraphOf(graph));
  const [retried, leftOut]: [RetriedTasks["tasks"][number][], LeftOutTask[]] = [[], []];
  let [accepted, right] = [0, 0];
  for await (const task of tasks) {
    const copy = copyOf(plain);
    copy.checkpointer = new MemorySaver();
    // A right first attempt is no part of it: its run need not go on.
    const made = await judgedAttempts(copy, task, given, (attempt, isRight) => attempt === 1 && isRight);
    if ("why" in made) leftOut.push(made);
    else if (made.seen.get(1)?.right === true) right += 1;
    else if (made.records[0]?.outcome?.ok === true) accepted += 1;
    else retried.push(retriesOf(made));
  }
  return { below, maxRetries: options.retries, tasks: retried, right, accepted, leftOut };
}

/** The options of the runs, with a verifier that rejects every retry. */
function forcedBy(options: CollectOptions): { readonly below: number; readonly given: PilotOptions } {
  const { epsilon, retries, verifierCalibration, ...given } = {
    ...options,
    truth: options.truth.bind(options),
  };
  checkShare("retries", retries, MOST_RETRIES);
  if (verifierCalibration.verdicts.some(({ group }) => group !== undefined))
    throw new InvalidOptionError(
      "verifierCalibration",
      "one that keeps no groups apart",
      verifierCalibration,
    );
  const { retries: _, ...frozen } = verifierCalibration;
  const verifier = verifierOf(options);
  const first = calibratedVerifier(verifier, frozen, epsilon === undefined ? {} : { epsilon });
  const { below, reason } = first.rejection();
  if (below === -Infinity)
    throw new InvalidOptionError(
      "verifierCalibration",
      `one that rejects runs (${reason})`,
      verifierCalibration,
    );
  const forced = thresholdVerifier(verifier, { rejection: () => ({ below }), acceptance: NO_RETRY });
  const verify = Object.assign(forced, signatureOf(first));
  return { below, given: { ...given, verify, maxRollbacks: retries } };
}

/** In order. An attempt that threw was not judged: it has no score. */
function retriesOf({ records, seen }: JudgedAttempts): RetriedTasks["tasks"][number] {
  return records.slice(1).map(({ attempt, outcome }) => ({
    ...(outcome?.score === undefined ? {} : { score: outcome.score }),
    right: seen.get(attempt)?.right === true,
  }));
}
