import {
  constantScorer,
  featureCache,
  type FitFailures,
  fitOutcomeScorer,
  NotEnoughLabelsError,
} from "@langgraph-rollback/attribution";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";
import type { OutcomeEvidence } from "./outcome-evidence.ts";

/**
 * Fits a scorer to all evidence but that of the runs whose failures calibrate. A part about which nothing is known gets the constant scorer.
 *
 * The whole run of a failure is left out, since its later attempts keep steps of the first one. The agent's error rate is not read from its history: the
 * runs that calibrate are in it.
 *
 * @param failures all that fit or calibrate, by the trajectories of their attempts
 */
export function outcomeFit(
  { evidence, runs }: OutcomeEvidence,
  failures: readonly Pick<Trajectory, "id">[],
): FitFailures {
  const features = featureCache();
  const runOf = ({ id }: Pick<Trajectory, "id">): string => runs.get(id) ?? id;
  return {
    fitTo: (part) => {
      const fitting = new Set(part.map(({ id }) => id));
      const calibrating = new Set(failures.filter(({ id }) => !fitting.has(id)).map(runOf));
      const own = evidence.filter(({ trajectory }) => !calibrating.has(runOf(trajectory)));
      try {
        return fitOutcomeScorer(own, { features });
      } catch (error) {
        if (error instanceof NotEnoughLabelsError) return constantScorer();
        throw error;
      }
    },
  };
}
