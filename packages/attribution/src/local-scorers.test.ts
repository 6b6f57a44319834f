import { describe, it } from "vitest";

import {
  constantScorer,
  firstWriteScorer,
  fitLogitScorer,
  fitPositionScorer,
  spectrumScorer,
} from "./index.ts";
import { sampleTrajectories, testFitScorer, testStepScorer } from "./testing/index.ts";

testFitScorer({ describe, it }, "the constant scorer", () => constantScorer());
testFitScorer({ describe, it }, "the first write scorer", () => firstWriteScorer({ reads: ["sum"] }));
testFitScorer({ describe, it }, "the spectrum scorer", spectrumScorer);
testFitScorer({ describe, it }, "the position scorer", fitPositionScorer);
testFitScorer({ describe, it }, "the logit scorer", (labelled) => fitLogitScorer(labelled));

/** Passing runs of the tasks that the tests score failures of. */
const passing = sampleTrajectories(5, 1).map((run) => ({
  ...run,
  id: `${run.id}-again`,
  steps: run.steps.slice(1),
  outcome: { ok: true },
}));
testStepScorer({ describe, it }, "the spectrum scorer with runs of the same tasks", () =>
  spectrumScorer(passing),
);
