// Run by `pnpm --filter @langgraph-rollback/attributors bench --data FILE`: how much of what a method's calls on one
// trajectory send is the same from the beginning. Asks a simulated model, so that nothing depends on answers.
// docs/attributors.md has the figures.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

import { fineTuned, naiveJudge, rolePrompted, stepByStep } from "@langgraph-rollback/attributors";
import { scriptedModel } from "@langgraph-rollback/attributors/testing";
import { parseLabelledTraces } from "@langgraph-rollback/attribution/trajectory";

import { sharedInput } from "../src/fixtures/shared-input.ts";
import { constantAnswer } from "../src/fixtures/step-judges.ts";

const { data, group } = parseArgs({
  options: { data: { type: "string" }, group: { type: "string", default: "subset" } },
}).values;

const methods = {
  "step-by-step": (model) => stepByStep({ model, stop: "never" }),
  "naive-judge": (model) => naiveJudge({ model }),
  "role-prompted": (model) => rolePrompted({ model }),
  "fine-tuned": (model) => fineTuned({ model }),
};

const rows = [];
const trajectories = parseLabelledTraces(readFileSync(data, "utf8"), { groupKey: group });
for (const part of new Set(trajectories.map((trajectory) => trajectory.group))) {
  for (const [method, make] of Object.entries(methods)) {
    const shares = [];
    for (const { group: of, label: _, ...trajectory } of trajectories) {
      if (of !== part) continue;
      const model = scriptedModel(() => constantAnswer);
      await make(model).attribute({ trajectory });
      const { shared, cached, atMost } = sharedInput(model.calls);
      shares.push({ shared, cached, atMost });
    }
    const of = (name) => shares.map((each) => each[name]);
    const mean = (name) => of(name).reduce((sum, share) => sum + share, 0) / shares.length;
    rows.push({
      part,
      method,
      shared: mean("shared").toFixed(3),
      least: Math.min(...of("shared")).toFixed(3),
      cached: mean("cached").toFixed(3),
      "at most": mean("atMost").toFixed(3),
    });
  }
}
console.table(rows);
