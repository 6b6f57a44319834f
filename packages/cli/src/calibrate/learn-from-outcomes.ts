import type { LabelledTrajectory, MissedTrajectory } from "@langgraph-rollback/attribution/trajectory";
import { labelsFileOf } from "../data/labels-file.ts";
import { replaysFileOf } from "../replaying/replays-file.ts";
import type { Output } from "../terminal/output.ts";
import type { CalibrateOptions } from "./calibrate-options.ts";
import type { LearningContext } from "./learn-calibration.ts";
import { outcomeEvidence } from "./outcome-evidence.ts";
import { outcomeFit } from "./outcome-fit.ts";

/** With more attempts, one fit takes several seconds: the forecast is then by the failures that calibrate, which no fit has seen. */
const MOST_REFITTED = 200;

/** Files that the scorer `outcomes` learns from, beside the database. */
export function outcomeFiles({ db = [], labels = labelsFileOf(db), replays }: CalibrateOptions): {
  readonly labels: string;
  readonly replays: string;
} {
  return { labels, replays: replays ?? replaysFileOf(labels) };
}

/**
 * Reads what the scorer `outcomes` learns from; nothing where the options name another scorer.
 *
 * @param failures all that fit or calibrate
 */
export async function learnFromOutcomes(
  failures: readonly (LabelledTrajectory | MissedTrajectory)[],
  options: CalibrateOptions,
  output: Output,
): Promise<LearningContext["learning"]> {
  const [db] = options.db ?? [];
  if (options.scorer !== "outcomes" || db === undefined) return undefined;
  const known = await outcomeEvidence({ ...options, ...outcomeFiles(options), db }, output);
  const isSlow = known.evidence.length > MOST_REFITTED;
  return { name: "outcomes", fit: outcomeFit(known, failures), isSlow };
}
