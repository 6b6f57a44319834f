import type { EnsembleMember, StepScorer } from "@langgraph-rollback/attribution";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { methodScorer } from "../attributors/method-scorer.ts";
import { scoreAhead } from "../attributors/score-ahead.ts";
import type { Environment } from "../terminal/environment.ts";
import type { Output } from "../terminal/output.ts";
import { withProgress } from "../terminal/with-progress.ts";
import type { CalibrateOptions } from "./calibrate-options.ts";

/** A method to calibrate, with its answers about every failure. */
export interface AskedMethod {
  readonly name: string;
  readonly scorer: EnsembleMember;
}

/**
 * Asks the method that the options name about each failure, some at once; nothing where they name none.
 *
 * @throws {UsageError} if there is no model to ask
 */
export async function askMethod(
  labelled: readonly Trajectory[],
  options: CalibrateOptions,
  output: Output,
  env: Environment,
): Promise<AskedMethod | undefined> {
  const { attributor: name, concurrency, data = [] } = options;
  if (name === undefined) return undefined;
  const { asked, learn } = methodScorer({ ...options, attributor: name, data }, env);
  const ahead = await withProgress(output, "Asking", asked.length * labelled.length, async ({ advance }) => {
    const scorers: StepScorer[] = [];
    for (const scorer of asked) scorers.push(await scoreAhead(scorer, labelled, { concurrency, advance }));
    return scorers;
  });
  const [alone] = ahead;
  if (learn !== undefined) return { name, scorer: learn(ahead) };
  return alone && { name, scorer: alone };
}
