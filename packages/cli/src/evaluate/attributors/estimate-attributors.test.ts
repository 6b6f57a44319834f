import { trajectoryTokens } from "@langgraph-rollback/attributors/evaluation";
import { isLabelled, parseLabelledTraces } from "@langgraph-rollback/attribution/trajectory";
import { describe, expect, it } from "vitest";

import { evaluationFixture } from "../../fixtures/evaluation-fixture.ts";
import { estimateAttributors } from "./estimate-attributors.ts";

const labelled = parseLabelledTraces(evaluationFixture(4)).filter(isLabelled);
const options = {
  data: [],
  attributor: ["joint"],
  model: "any",
  groundTruth: "without",
  concurrency: 1,
  repeat: 1,
  seed: 1,
} as const;
const output = {
  print: () => undefined,
  printError: () => undefined,
  startProgress: () => ({ advance: () => undefined, done: () => undefined, fail: () => undefined }),
};

describe("estimateAttributors", () => {
  it("holds each trajectory's input against its own tokens, also where several files use one id", async () => {
    const cases = labelled.map((trajectory) => ({ trajectory: { ...trajectory, id: "0" } }));
    const { groups, methods } = await estimateAttributors(cases, options, output);
    const own = cases.map(({ trajectory }) => trajectoryTokens(trajectory));
    expect(new Set(own).size).toBeGreaterThan(1);
    expect(methods[0]?.cases.map((each) => each.own)).toEqual(own);
    expect(groups[0]?.own).toBeCloseTo(own.reduce((sum, tokens) => sum + tokens, 0) / own.length, 9);
  });

  it("gives the ratio of all tokens, and the worst of a single trajectory beside it", async () => {
    const cases = labelled.map((trajectory) => ({ trajectory }));
    const [counted] = (await estimateAttributors(cases, options, output)).methods;
    if (counted === undefined) throw new Error("Nothing was counted.");
    const [all] = counted.groups;
    const ratios = counted.cases.map(({ inputTokens, own }) => inputTokens / own);
    expect(new Set(ratios).size).toBeGreaterThan(1);
    expect(all?.worstRatio).toBe(Math.max(...ratios));
    const sum = (of: "inputTokens" | "own") => counted.cases.reduce((total, one) => total + one[of], 0);
    expect(all?.ratio).toBeCloseTo(sum("inputTokens") / sum("own"), 12);
  });
});
