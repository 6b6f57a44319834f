import { describe, it } from "vitest";

import { constantScorer, firstWriteScorer, fitLogitScorer, fitPositionScorer } from "./index.ts";
import { testFitScorer } from "./testing/index.ts";

testFitScorer({ describe, it }, "the constant scorer", () => constantScorer());
testFitScorer({ describe, it }, "the first write scorer", () => firstWriteScorer({ reads: ["sum"] }));
testFitScorer({ describe, it }, "the position scorer", fitPositionScorer);
testFitScorer({ describe, it }, "the logit scorer", (labelled) => fitLogitScorer(labelled));
