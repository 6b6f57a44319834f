import { type ServerScript, startOpenaiServer } from "@langgraph-rollback/attributors/testing";
import { describe, expect, it } from "vitest";
import { evaluationFixture } from "../../fixtures/evaluation-fixture.ts";
import { runHere } from "../../fixtures/run-here.ts";
import { scratchFolder } from "../../fixtures/scratch-folder.ts";

const { file } = await scratchFolder();
const data = await file("failures.jsonl", evaluationFixture(6));

/** Blames the first step, of the planner. */
const blame: ServerScript = () => ({
  json: { reason: "It began there.", agent: "planner", step: 1, confidence: 0.8 },
});

/** Runs with a local endpoint; returns the requests that it got. */
async function live(script: ServerScript, ...args: readonly string[]) {
  const server = await startOpenaiServer(script);
  try {
    const ended = await runHere(["evaluate", "--data", data, ...args], { OPENAI_BASE_URL: server.baseURL });
    return { ...ended, requests: server.requests };
  } finally {
    await server.close();
  }
}

describe("the sets of evaluate --attributor", () => {
  it("are those of each method: a learnt one is fitted in each split, and no model is called again", async () => {
    const few = ["--splits", "3", "--alpha", "0.4", "--methods", "left,suffix"];
    const asked = ["--attributor", "all-at-once+position,all-at-once,position"];
    const { code, out, requests } = await live(blame, ...asked, ...few, "--json");
    expect(code).toBe(0);
    expect(requests).toHaveLength(12);
    const figure = { mean: expect.any(Number), std: expect.any(Number), standardError: expect.any(Number) };
    const suffix = { coverage: figure, removalRate: figure, redoCost: figure };
    const sets = (fitted: number) => ({
      tested: 3,
      fitted,
      evaluation: { alpha: 0.4, splits: 3, methods: { left: suffix, suffix } },
    });
    expect(JSON.parse(out).results).toMatchObject([
      { name: "all-at-once", sets: sets(0) },
      { name: "position", sets: { tested: 3 } },
      { name: "all-at-once+position", sets: { tested: 3 } },
    ]);
    const table = await live(blame, "--attributor", "all-at-once", ...few);
    expect(table.out).toContain(
      "Sets, target 0.600 (alpha 0.4), over 3 random even splits; ± standard error.",
    );
    expect(table.out).toMatch(/^suffix +Coverage +Removed +Rollback cov\. +Redo cost\s+^all-at-once +\d/m);
  });

  it("come with one warning where they come from too few trajectories", async () => {
    const { err } = await live(
      blame,
      "--attributor",
      "all-at-once,random",
      "--splits",
      "3",
      "--alpha",
      "0.4",
    );
    expect(err.match(/warning: 6 labelled trajectories say little: 3 are predicted/g)).toHaveLength(1);
    const strict = await live(blame, "--attributor", "all-at-once", "--splits", "3", "--alpha", "0.01");
    expect(strict.err).toContain("6 labelled trajectories are too few to say anything at alpha 0.01");
  });

  it("are left out where there is one trajectory", async () => {
    const { out } = await live(blame, "--attributor", "all-at-once", "--limit", "1", "--json");
    expect(JSON.parse(out).results[0]).not.toHaveProperty("sets");
  });
});
