import { MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { readRecoveryCalibration } from "@langgraph-rollback/attribution";
import { withRollback, type RollbackOptions } from "langgraph-rollback";
import { beforeAll, describe, expect, it } from "vitest";
import type { Diagnosis } from "../doctor/diagnosis.ts";
import { runHere } from "../fixtures/run-here.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { sqlite } from "../fixtures/sqlite.ts";

const { at } = await scratchFolder();
const db = at("runs.sqlite");

const builder = new StateGraph(MessagesAnnotation)
  .addNode("answer", () => ({ messages: [{ role: "assistant", content: "42" }] }))
  .addEdge("__start__", "answer")
  .addEdge("answer", "__end__");

/** Each run is accepted after so many rollbacks. */
async function record(file: string, tries: readonly number[], more: Partial<RollbackOptions> = {}) {
  const checkpointer = sqlite.open?.(file);
  if (checkpointer === undefined) return;
  const agent = withRollback(builder.compile({ checkpointer }), {
    verify: ({ attempt, threadId }) => attempt > Number(threadId.split(" ")[0]),
    maxRollbacks: 2,
    ...more,
  });
  for (const [index, rollbacks] of tries.entries())
    await agent.invoke({ messages: "How much?" }, { configurable: { thread_id: `${rollbacks} ${index}` } });
}

describe.skipIf(sqlite.open === undefined)(`recovery${sqlite.missing}`, () => {
  beforeAll(() => record(db, [0, 1, 1, 1, 2, 1, 1, 1, 1, 0, 1, 9]));

  it("says after which rollback failed runs were accepted, and what that promises", async () => {
    const { code, err, out } = await runHere(["recovery", db, "--alpha", "0.2"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^10 failed runs under procedure [0-9a-f]{12}, each allowed 2 rollbacks\.$/m);
    expect(out).toMatch(/^1 +8 *$/m);
    expect(out).toMatch(/^2 +1 *$/m);
    expect(out).toMatch(/^none +1 *$/m);
    expect(out).toContain(
      "Promised: at least 80 % of failed runs are recovered within 2 rollbacks (n = 10, exact).",
    );
    expect(out).toMatch(/^0\.05 +- *$/m);
    expect(out).toMatch(/^0\.3 +1 rollback *$/m);
  });

  it("writes the file that withRollback takes, and what is promised by it", async () => {
    const out = at("recovery.json");
    expect((await runHere(["recovery", db, "--alpha", "0.2", "--out", out])).out).toContain("Written to");
    const calibration = await readRecoveryCalibration(out);
    expect(calibration).toMatchObject({ alpha: 0.2, n: 10, recoveredBy: [8, 1], maxRollbacks: 2 });
    expect(await runHere(["recovery", db, "--out", out])).toMatchObject({ code: 2 });
    const later = at("later.sqlite");
    await record(later, [1], { recovery: { calibration } });
    const { stdout: json } = { stdout: (await runHere(["recovery", later, "--json"])).out };
    expect(JSON.parse(json)).toMatchObject({ procedure: calibration.procedure, others: {} });
    const { out: said } = await runHere(["recovery", later]);
    expect(said).toContain("The agent runs under this promise, and these runs began to fail under it:");
    expect(said).toMatch(/^Promised: at least 80 % .* within 2 rollbacks \(n = 10, exact\)\.$/m);
    expect(said).toMatch(/^Observed: failed runs recovered within 2 rollbacks: 1 of 1 \(3-100 %\)\.$/m);
  });

  it("is held against the runs of a database by doctor", async () => {
    const [file, small] = [at("held.json"), at("small.json")];
    await runHere(["recovery", db, "--alpha", "0.3", "--out", file]);
    await runHere(["recovery", db, "--alpha", "0.05", "--out", small]);
    const doctor = async (...args: readonly string[]) => {
      const { out } = await runHere(["doctor", "--json", "--project", at("none"), ...args]);
      const { diagnoses }: { diagnoses: readonly Diagnosis[] } = JSON.parse(out);
      return diagnoses.flatMap((each) =>
        ["recovery", "promises"].includes(each.check) ? [each.level === "ok" ? each.message : each.code] : [],
      );
    };
    expect(await doctor("--recovery-calibration", file, "--db", db)).toEqual([
      expect.stringMatching(
        /^The recovery calibration counts 10 failed runs under procedure [0-9a-f]{12}\.$/,
      ),
      "Promised: at least 70 % of failed runs are recovered within 1 rollback (n = 10, exact).",
      "Observed: failed runs recovered within 1 rollback: 8 of 10 (44-97 %).",
    ]);
    expect(await doctor("--recovery-calibration", small)).toEqual([
      "RECOVERY_NOT_PROMISED",
      "Nothing is promised yet: recovery needs 19 failed runs, has 10.",
    ]);
    expect(await doctor("--recovery-calibration", db)).toEqual(["RECOVERY_CALIBRATION_UNREADABLE"]);
    const worse = at("worse.sqlite");
    await record(worse, [9, 9, 9, 9, 9, 9, 1, 9]);
    expect(await doctor("--recovery-calibration", file, "--db", worse)).toContain(
      "RECOVERY_LESS_THAN_PROMISED",
    );
    const other = at("other.sqlite");
    await record(other, [1], { maxRollbacks: 1 });
    expect((await doctor("--recovery-calibration", file, "--db", other)).slice(1)).toEqual([
      "RECOVERY_OTHER_PROCEDURE",
      expect.stringMatching(/^Nothing is promised yet: recovery was counted under procedure /),
    ]);
  });

  it("keeps procedures apart", async () => {
    const mixed = at("mixed.sqlite");
    await record(mixed, [1]);
    await record(mixed, [1, 1], { maxRollbacks: 1 });
    const { out } = await runHere(["recovery", mixed]);
    expect(out).toContain("2 failed runs under procedure");
    expect(out).toMatch(/^Not counted, under other procedures: 1 \([0-9a-f]{12}\)\.$/m);
    expect(await runHere(["recovery", mixed, "--procedure", "none"])).toMatchObject({
      code: 1,
      err: expect.stringContaining('No failed run of procedure "none"'),
    });
  });

  it("says so where no run has failed", async () => {
    const right = at("right.sqlite");
    await record(right, [0]);
    expect(await runHere(["recovery", right])).toMatchObject({
      code: 1,
      err: expect.stringContaining("No failed run"),
    });
  });
});
