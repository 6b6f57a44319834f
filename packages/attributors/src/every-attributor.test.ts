import { sampleTrajectories } from "@langgraph-rollback/attribution/testing";
import { describe, expect, inject, it } from "vitest";

import { everyAttributor } from "./fixtures/every-attributor.ts";
import { formFiller } from "./fixtures/form-filler.ts";
import { scriptedModel, testAttributor } from "./testing/index.ts";

for (const [name, make] of Object.entries(everyAttributor)) {
  testAttributor(
    { describe, it },
    `${name}, with a model that fills in forms,`,
    () => make(formFiller()),
    inject("allRounds") ? 20_000 : 2000,
  );
}

describe.each(Object.entries(everyAttributor))("%s, with a model that talks,", (_, make) => {
  it("has no score, blames nobody, and says why", async () => {
    for (const trajectory of sampleTrajectories(3, 1)) {
      const attributor = make(scriptedModel(() => "Let me think about it."));
      const { agent, problems, scores, step } = await attributor.attribute({ trajectory });
      expect({ agent, scores, step }).toEqual({ scores: trajectory.steps.map(() => undefined) });
      expect(problems).not.toEqual([]);
    }
  });
});
