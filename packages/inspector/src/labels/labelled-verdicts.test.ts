import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { beforeEach, describe, expect, it } from "vitest";

import { failedThread, givenSource, steps } from "../fixtures/given-source.ts";
import { decisive, runVerdictOn, verdictOn } from "../fixtures/labels.ts";
import type { LabelStore } from "../shared/labels/label.ts";
import { trajectorySource } from "../source/trajectory-source.ts";
import { checkpointerLabelStore } from "./checkpointer-label-store.ts";
import { labelledVerdicts } from "./labelled-verdicts.ts";

const judged = (id: string, outcome: object) => failedThread(id, [{ outcome: { ok: true, ...outcome } }]);
const source = givenSource([
  judged("accepted", { score: 0.7, verifier: "judge-1" }),
  judged("rejected", { ok: false, score: 0.4, verifier: "calibrated-x", scoredBy: "judge-1" }),
  judged("yes", { verifier: "judge-1" }),
  judged("no", { ok: false, verifier: "judge-1" }),
  judged("other", { score: 0.7, verifier: "judge-2" }),
  failedThread("crashed", [{ outcome: { ok: false, error: { name: "Error", message: "" } } }]),
  failedThread("retried", [{}, { outcome: { ok: true, verifier: "judge-1" } }]),
  failedThread("grown", [{ outcome: { ok: true, verifier: "judge-1" }, steps: steps(5) }]),
]);
let store: LabelStore;
beforeEach(() => {
  store = checkpointerLabelStore(new MemorySaver());
});
const found = async (from = source) => labelledVerdicts(from, await store.list(), { verifier: "judge-1" });

describe("labelled verdicts", () => {
  it("are the scores that were recorded, 1 and 0 for a verifier that says only yes or no", async () => {
    for (const thread of ["accepted", "rejected", "yes"]) await store.add(runVerdictOn(thread, "right"));
    await store.add(runVerdictOn("no", "wrong"));
    const { leftOut, verdicts } = await found();
    expect(leftOut).toEqual([]);
    const said = verdicts.map(({ right, score }) => `${score} ${right}`);
    expect(said.toSorted()).toEqual(["0 false", "0.4 true", "0.7 true", "1 true"]);
    expect(new Set(verdicts.map(({ draw }) => draw)).size).toBe(4);
  });

  it("leave out the rest, and say why", async () => {
    for (const thread of ["other", "crashed", "grown", "gone"])
      await store.add(runVerdictOn(thread, "right"));
    await store.add(runVerdictOn("retried", "right", { attempt: 2 }));
    await store.add(runVerdictOn("yes", "unsure"));
    await store.add(runVerdictOn("no", "right"));
    await store.add(runVerdictOn("no", "wrong", { labeller: "bob" }));
    await store.add(verdictOn("accepted", decisive(1)));
    const { leftOut, verdicts } = await found();
    expect(verdicts).toEqual([]);
    expect(leftOut.map(({ thread, why }) => `${thread} ${why}`).toSorted()).toEqual([
      "crashed not-judged",
      "gone missing",
      "grown changed",
      "no disputed",
      "other other-verifier",
      "retried not-first",
      "yes unsure",
    ]);
  });

  it("take no run from a file, which keeps no scores", async () => {
    await store.add(runVerdictOn("a", "right", { run: "" }));
    const trajectory = { id: "a", task: "", steps: [], outcome: { ok: true, verifier: "judge-1" } };
    const { leftOut } = await found(trajectorySource([trajectory], "runs.jsonl"));
    expect(leftOut).toEqual([{ thread: "a", run: "", attempt: 1, why: "from-a-file" }]);
  });

  it("are of any verifier where none is named, and of the group that their run is in", async () => {
    await store.add(runVerdictOn("accepted", "right"));
    await store.add(runVerdictOn("other", "right"));
    const { verdicts } = await labelledVerdicts(source, await store.list(), { group: ({ task }) => task });
    expect(new Set(verdicts.map(({ group }) => group))).toEqual(
      new Set(["task of accepted", "task of other"]),
    );
  });
});
