import type { Mark, MarkingScorer } from "@langgraph-rollback/attribution";
import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { chainGraph, on } from "../fixtures/chain-graph.ts";
import { readHistory, withRollback } from "../index.ts";
import { stepsVerifier } from "./index.ts";

const marking = (marks: readonly Mark[]): MarkingScorer => ({
  fingerprint: "marks-1",
  score: async () => marks.map(() => 0),
  marks: async () => marks,
});

async function outcomeBy(marks: readonly Mark[]) {
  const { builder } = chainGraph();
  const verify = stepsVerifier(marking(marks));
  const graph = withRollback(builder.compile({ checkpointer: new MemorySaver() }), {
    verify,
    maxRollbacks: 0,
  });
  await graph.invoke({}, on("t"));
  const [run] = await readHistory(graph, on("t"));
  return run?.attempts[0];
}

describe("stepsVerifier", () => {
  it("scores a run by the share of its steps that are not marked wrong", async () => {
    expect((await outcomeBy([1, -1, -1]))?.outcome).toEqual({
      ok: false,
      score: 1 - 2 / 3,
      reason: "marked wrong: step 2, step 3",
      verifier: "steps:marks-1",
    });
    expect((await outcomeBy([1, 0, null]))?.outcome).toMatchObject({ ok: true, score: 1 });
  });

  it("has no verdict where the marks are not one for each step", async () => {
    expect((await outcomeBy([1, -1]))?.problem).toMatchObject({ code: "VERIFIER" });
  });
});
