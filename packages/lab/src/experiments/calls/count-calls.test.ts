import { expect, it } from "vitest";

import { SIMULATED_SCORERS } from "../../simulated/simulated-scorer.ts";
import { type CallsJob, countCalls } from "./count-calls.ts";

const [constant] = SIMULATED_SCORERS;
const count = async (job: Pick<CallsJob, "method" | "variant">) =>
  countCalls({
    ...job,
    scorer: constant ?? { name: "", auroc: 0.5, separation: 0 },
    lengths: [30],
    calibrations: 2,
    seed: 1,
  });

it("counts every step for a method that ranks steps", async () => {
  expect(await count({ method: "vanilla", variant: "right" })).toMatchObject({
    calls: { mean: 30, standardError: 0 },
    share: 1,
  });
});

it("counts one call more than the set has steps for a filtration, from the end where it starts", async () => {
  // By constant scores four mistakes out of five of the last third lie within its last eight steps or so: a set of eight, and the step past it.
  const { calls } = await count({ method: "left", variant: "right" });
  expect(calls.mean).toBeGreaterThan(8);
  expect(calls.mean).toBeLessThan(11);
  expect((await count({ method: "right", variant: "right" })).calls.mean).toBeGreaterThan(27);
});
