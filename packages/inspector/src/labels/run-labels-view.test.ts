import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { beforeEach, describe, expect, it } from "vitest";

import { failedThread, givenSource } from "../fixtures/given-source.ts";
import { decisive, runVerdictOn, verdictOn } from "../fixtures/labels.ts";
import type { LabelStore } from "../shared/labels/label.ts";
import { checkpointerLabelStore } from "./checkpointer-label-store.ts";
import { labelsView } from "./labels-view.ts";
import { runLabelsView } from "./run-labels-view.ts";

const ids = Array.from({ length: 12 }, (_, index) => `thread-${index}`);
const passed = { outcome: { ok: true, score: 0.9, verifier: "judge-1" } } as const;
const rejected = { outcome: { ok: false, reason: "a sum is off", score: 0.2, verifier: "judge-1" } } as const;
const source = givenSource(ids.map((id, index) => failedThread(id, [index % 2 === 0 ? passed : rejected])));
let store: LabelStore;
beforeEach(() => {
  store = checkpointerLabelStore(new MemorySaver());
});

const queued = async (from = source) => (await runLabelsView(from, store)).queue.map(({ thread }) => thread);

describe("the queue of runs to judge", () => {
  it("asks about accepted and rejected runs in an order that the verifier has no say in", async () => {
    const order = await queued();
    expect((await runLabelsView(source, store)).alike).toEqual([]);
    expect(order).not.toEqual(ids);
    expect(order.toSorted()).toEqual(ids.toSorted());
    const otherwise = givenSource(ids.map((id, at) => failedThread(id, [at < 6 ? passed : rejected])));
    expect(await queued(otherwise)).toEqual(order);
    const failures = givenSource(ids.map((id) => failedThread(id)));
    expect((await labelsView(failures, store)).queue.map(({ thread }) => thread)).not.toEqual(order);
  });

  it("does not show the verdict", async () => {
    const { queue } = await runLabelsView(givenSource([failedThread("a", [rejected])]), store);
    expect(queue).toEqual([
      {
        thread: "a",
        run: "run of a",
        attempt: 1,
        steps: 4,
        task: "task of a",
        why: "Drawn at random: calibration needs a fair sample of runs, independent of their verdicts.",
      },
    ]);
  });

  it("leaves out later attempts, and those that no verifier judged", async () => {
    const error = { name: "Error", message: "no network" };
    const { id, runs } = failedThread("file", [passed]);
    const threads = [
      failedThread("crashed", [{ outcome: { ok: false, error } }]),
      failedThread("retried", [rejected, passed]),
      failedThread("running", [{ outcome: undefined }]),
      failedThread("empty", [{ ...passed, steps: [] }]),
      { id, runs: runs.map((run) => ({ ...run, run: "" })) },
    ];
    const { queue } = await runLabelsView(givenSource(threads), store);
    expect(queue).toMatchObject([{ thread: "retried", attempt: 1 }]);
  });

  it("leaves out runs on which labellers agree, and keeps disputed ones in the queue", async () => {
    const [first = "", second = "", third = "", ...rest] = await queued();
    await store.add(runVerdictOn(first, "right"));
    await store.add(runVerdictOn(second, "wrong"));
    await store.add(runVerdictOn(third, "wrong"));
    await store.add(runVerdictOn(third, "right", { labeller: "bob" }));
    expect(await queued()).toEqual([third, ...rest]);
    const { agreement, disagreements } = await runLabelsView(source, store);
    expect(agreement).toEqual({ agreed: 0, shared: 1 });
    expect(disagreements).toMatchObject([{ thread: third }]);
  });

  it("is apart from labels of steps", async () => {
    const failed = givenSource([failedThread("a", [rejected])]);
    await store.add(runVerdictOn("a", "right"));
    expect(await labelsView(failed, store)).toMatchObject({ labels: [], queue: [{ thread: "a" }] });
    await store.add(verdictOn("a", decisive(1)));
    expect((await runLabelsView(failed, store)).labels).toHaveLength(1);
  });
});
