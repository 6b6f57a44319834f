import { calibrationId, writeCalibration } from "@langgraph-rollback/attribution";
import { describe, expect, it } from "vitest";

import { alwaysWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { learning, newFile, olderAndNewer, usedBy } from "../fixtures/learning-from-file.ts";
import { learningOf } from "./learning.ts";
import { learntFor, runIsOver } from "./open-runs.ts";

const { older, newer } = await olderAndNewer();

/** How many labels the calibration has that a run is given. */
async function given(learnt: ReturnType<typeof learningOf>, run: string): Promise<number | undefined> {
  return (await learntFor({ learning: learnt }, { threadId: "t", run })).learnt.calibration?.n;
}

describe("an open run", () => {
  it("keeps what it began with while up to 999 others are taken up", async () => {
    const file = newFile();
    await writeCalibration(file, older);
    const learnt = learningOf({ calibration: file }, false);
    await given(learnt, "first");
    await writeCalibration(file, newer);
    const others = Array.from({ length: 999 }, (_, index) => `other-${index}`);
    for (const run of others) await given(learnt, run);
    expect(await given(learnt, "first")).toBe(older.n);
    // It was the latest to be taken up: the others are forgotten before it.
    for (const run of others.slice(1)) await given(learnt, run);
    expect(await given(learnt, "first")).toBe(older.n);
    for (const run of [...others, "last"]) await given(learnt, run);
    expect(await given(learnt, "first")).toBe(newer.n);
    for (const run of [...others, "first", "last"]) runIsOver({ learning: learnt }, { threadId: "t", run });
  });

  it("is forgotten when it is over", async () => {
    const file = newFile();
    await writeCalibration(file, older);
    const learnt = learningOf({ calibration: file }, false);
    await given(learnt, "run");
    await writeCalibration(file, newer);
    runIsOver({ learning: learnt }, { threadId: "t", run: "run" });
    expect(await given(learnt, "run")).toBe(newer.n);
  });

  it.each([
    ["is right", {}, {}],
    ["recovers", {}, { b: untilTold("b") }],
    ["is given up", { maxRollbacks: 0 }, { b: alwaysWrong("b") }],
    ["ends with an error", { maxRollbacks: 0, onFailure: "error" }, { b: alwaysWrong("b") }],
  ] as const)("is forgotten by withRollback when it %s", async (_, options, steps) => {
    const file = newFile();
    await writeCalibration(file, older);
    const same = { ids: () => "id" };
    await learning(file, { ...same, ...options }, steps)
      .graph.invoke({ log: [] }, on("same"))
      .catch(() => {});
    await writeCalibration(file, newer);
    expect(await usedBy(learning(file, same).graph, "same")).toEqual([calibrationId(newer)]);
  });
});
