import { fittedScorer } from "./fitted-scorer.ts";
import type { FittedScorer } from "./step-scorer.ts";

/**
 * Suspects every step alike: 1 / l each. Needs no fitting, so all labelled failures can calibrate it; left and right
 * filtration then learn from the positions of the errors alone.
 */
export function constantScorer(): FittedScorer {
  return fittedScorer({ kind: "constant" }, ({ steps }) => steps.map(() => 1 / steps.length));
}
