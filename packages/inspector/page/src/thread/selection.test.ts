import { describe, expect, it } from "vitest";

import { sampleAttribution } from "../../../src/testing/sample-attribution.ts";
import { sampleSource } from "../../../src/testing/index.ts";
import type { ThreadView } from "../../../src/shared/view/thread-view.ts";
import { attemptBy, mainStep, routeTo, selectionOf, stepBy, type ThreadRoute } from "./selection.ts";

async function view(id = "t-1"): Promise<ThreadView> {
  const found = await sampleSource({ lengths: [8] }).thread(id);
  if (found === undefined) throw new Error("Expected a sample.");
  return found;
}

function select(thread: ThreadView, route: Partial<ThreadRoute> = {}) {
  const selection = selectionOf(thread, { page: "thread", thread: thread.id, ...route });
  if (selection === undefined) throw new Error("Expected a selection.");
  return selection;
}

describe("selectionOf", () => {
  it("begins at the most suspicious step of the set of the latest run's failed attempt", async () => {
    const { run, attempt, step } = select(await view());
    expect([run.run, attempt.attempt]).toEqual(["run-b", 1]);
    const { scores, set } = attempt.attribution ?? {};
    expect(scores?.[step?.index ?? -1]).toBe(Math.max(...(scores ?? [])));
    expect(set?.steps).toContain(step?.index);
  });

  it("begins at the end where nothing was scored", async () => {
    expect(select(await view("t-3")).step?.index).toBe(7);
  });

  it("begins at the step that threw where nothing was scored, or all the same", () => {
    const step = { agent: "a", summary: "", tools: [], depth: 0 };
    const steps = [
      { ...step, index: 0 },
      { ...step, index: 1, error: "Error: no" },
      { ...step, index: 2 },
    ];
    expect(mainStep({ attempt: 1, kept: 0, steps })).toBe(1);
    const alike = { ...sampleAttribution(3, 2, "none", 1), scores: [0.3, 0.3, 0.3] };
    expect(mainStep({ attempt: 1, kept: 0, steps, attribution: alike })).toBe(1);
    expect(mainStep({ attempt: 1, kept: 0, steps, attribution: { ...alike, scores: [0.1, 0.2, 0.9] } })).toBe(
      2,
    );
  });

  it("holds what the address names", async () => {
    const { attempt, step, tab } = select(await view(), { run: "run-b", attempt: 2, step: 5, tab: "why" });
    expect([attempt.attempt, step?.index, tab]).toEqual([2, 5, "why"]);
  });

  it("falls back where the address names what is not there", async () => {
    const thread = await view();
    const { attempt, step, tab } = select(thread, { run: "gone", attempt: 9, step: 4000, tab: "nonsense" });
    expect([attempt.attempt, step?.index, tab]).toEqual([1, 7, "summary"]);
    expect(selectionOf({ id: "empty", runs: [] }, { page: "thread", thread: "empty" })).toBeUndefined();
  });
});

describe("moving a selection", () => {
  it("stays inside of the attempt", async () => {
    const selection = select(await view(), { step: 6 });
    expect([stepBy(selection, 1), stepBy(selection, 5), stepBy(selection, -Infinity)]).toEqual([7, 7, 0]);
    expect(attemptBy(selection, -1)).toBeUndefined();
    expect(attemptBy(selection, 1)?.attempt).toBe(2);
  });

  it("keeps tab and step, but begins another attempt or run at its own main step", async () => {
    const selection = select(await view(), { step: 6, tab: "diff" });
    const base = { page: "thread", thread: "t-1", run: "run-b", tab: "diff" };
    expect(routeTo("t-1", selection, { step: 2 })).toEqual({ ...base, attempt: 1, step: 2 });
    expect(routeTo("t-1", selection, { tab: "raw" })).toEqual({ ...base, attempt: 1, step: 6, tab: "raw" });
    expect(routeTo("t-1", selection, { attempt: 2 })).toEqual({ ...base, attempt: 2 });
    expect(routeTo("t-1", selection, { run: "run-a" })).toEqual({ ...base, run: "run-a" });
  });
});
