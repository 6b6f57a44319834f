import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { beforeEach, describe, expect, it } from "vitest";

import { decisive, none, unsure, verdictOn } from "../fixtures/labels.ts";
import { trajectorySource } from "../source/trajectory-source.ts";
import { checkpointerLabelStore } from "./checkpointer-label-store.ts";
import type { LabelStore, LabelVerdict, NewLabel } from "../shared/labels/label.ts";
import { labelledTrajectories } from "./labelled-trajectories.ts";

const trajectory = (id: string): Trajectory => ({
  id,
  task: "",
  steps: [0, 1, 2, 3].map((index) => ({ index, agent: index === 0 ? "plan" : "solve", content: "" })),
  outcome: { ok: false },
});
const source = trajectorySource(["a", "b"].map(trajectory), "runs.jsonl");

let store: LabelStore;
beforeEach(() => {
  let time = 0;
  store = checkpointerLabelStore(new MemorySaver(), { clock: () => (time += 1000) });
});
const label = (thread: string, verdict: LabelVerdict, rest: Partial<NewLabel> = {}) =>
  store.add(verdictOn(thread, verdict, { run: "", ...rest }));
const result = async () => labelledTrajectories(source, await store.list());
const whys = async () => (await result()).leftOut.map(({ thread, why }) => `${thread} ${why}`);

describe("labelled trajectories", () => {
  it("carry step, agent and the last reason that was given", async () => {
    await label("a", decisive(0), { reason: "divides" });
    await label("a", decisive(0), { labeller: "bob" });
    await label("b", decisive(2));
    expect(await result()).toEqual({
      labelled: [
        { ...trajectory("a"), label: { decisiveStep: 0, decisiveAgent: "plan", reason: "divides" } },
        { ...trajectory("b"), label: { decisiveStep: 2, decisiveAgent: "solve" } },
      ],
      misses: [],
      leftOut: [],
    });
  });

  it("carry further decisive steps that labellers agree on", async () => {
    await label("a", decisive(0, 1, 3));
    await label("a", decisive(0, 3), { labeller: "bob" });
    expect((await result()).labelled).toEqual([
      {
        ...trajectory("a"),
        label: { decisiveStep: 0, furtherDecisiveSteps: [3], decisiveAgent: "plan" },
      },
    ]);
  });

  it("carry no further step that the attempt did not have at its last label", async () => {
    await label("a", decisive(0, 2, 5), { steps: 6 });
    await label("a", decisive(0, 2, 5), { steps: 6, labeller: "bob" });
    await label("a", decisive(0), { labeller: "cy" });
    expect(
      (await result()).labelled.map(({ label: { furtherDecisiveSteps } }) => furtherDecisiveSteps),
    ).toEqual([[2]]);
  });

  it("leave out what has changed, is not there, is disputed or no first attempt, and say so", async () => {
    await label("a", decisive(1), { steps: 5 });
    await label("gone", decisive(1));
    await label("b", decisive(1));
    await label("b", none, { labeller: "bob" });
    await label("b", decisive(1), { attempt: 2 });
    expect((await result()).labelled).toEqual([]);
    expect((await whys()).toSorted()).toEqual(["a changed", "b disputed", "b not-first", "gone missing"]);
  });

  it("are not made of labels that were given with scores in view, and say so", async () => {
    await label("a", decisive(1), { scoresInView: true });
    await label("b", decisive(1), { scoresInView: false });
    expect((await result()).labelled.map(({ id }) => id)).toEqual(["b"]);
    expect(await whys()).toEqual(["a scores-in-view"]);
  });

  it("are not made of labels that name no step, which leave nothing out", async () => {
    await label("a", none);
    await label("b", unsure);
    expect(await result()).toEqual({ labelled: [], misses: [], leftOut: [] });
  });

  it("are those of one convention", async () => {
    await label("a", decisive(1), { convention: "first-odd-step" });
    expect((await result()).labelled).toEqual([]);
    expect((await labelledTrajectories(source, await store.list(), "first-odd-step")).labelled).toHaveLength(
      1,
    );
  });
});
