import { MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { calibrate, fitPositionScorer, writeCalibration } from "@langgraph-rollback/attribution";
import type { LabelledTrajectory } from "@langgraph-rollback/attribution/trajectory";
import { readHistory, withRollback } from "langgraph-rollback";
import { restart, toSet } from "langgraph-rollback/policies";
import { appendFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { runHere } from "../fixtures/run-here.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { sqlite } from "../fixtures/sqlite.ts";

const { at } = await scratchFolder();
const [db, calibrationFile, replays] = [at("runs.sqlite"), at("calibration.json"), at("runs.replays.jsonl")];
const NAMES = ["plan", "solve", "answer"] as const;

/** Three steps that say their names. */
function chain() {
  const says = (name: string) => () => ({ messages: [{ role: "assistant", content: name }] });
  return new StateGraph(MessagesAnnotation)
    .addNode("plan", says("plan"))
    .addNode("solve", says("solve"))
    .addNode("answer", says("answer"))
    .addEdge("__start__", "plan")
    .addEdge("plan", "solve")
    .addEdge("solve", "answer")
    .addEdge("answer", "__end__");
}

/** Failures whose mistake is always the last step: sets of such runs begin there. */
const labelled = Array.from({ length: 60 }, (_, run): LabelledTrajectory => ({
  id: `run-${run}`,
  task: "",
  steps: NAMES.map((agent, index) => ({ index, agent, content: agent })),
  outcome: { ok: false },
  label: { decisiveStep: 2 },
}));

/** Six failed runs: four went back to their set and were accepted, two restarted and were not. */
async function record() {
  const checkpointer = sqlite.open?.(db);
  if (checkpointer === undefined) return;
  const scorer = fitPositionScorer(labelled.slice(0, 30));
  const calibration = await calibrate(labelled.slice(30), { scorer, alpha: 0.2 });
  await writeCalibration(calibrationFile, calibration);
  for (const run of Array.from({ length: 6 }).keys()) {
    const agent = withRollback(chain().compile({ checkpointer }), {
      verify: ({ attempt }) => run < 4 && attempt > 1,
      policy: run < 4 ? toSet() : restart(),
      calibration,
      maxRollbacks: 1,
    });
    const on = { configurable: { thread_id: `t-${run}` } };
    await agent.invoke({ messages: "?" }, on);
    if (run > 0) continue;
    const [history] = await readHistory(agent, on);
    const head = history?.attempts[0]?.head;
    const replay = {
      format: "langgraph-rollback/replay",
      version: 1,
      thread: "t-0",
      run: history?.run,
      attempt: 1,
      head,
    };
    const made = { asked: 0, start: 0, reason: "", spent: { steps: 3 }, at: "2026-11-22T12:00:00.000Z" };
    for (const status of ["accepted", "inconclusive"])
      await appendFile(replays, `${JSON.stringify({ ...replay, ...made, status })}\n`);
  }
}

describe.skipIf(sqlite.open === undefined)(`pilot --db --calibration${sqlite.missing}`, () => {
  beforeAll(record);

  it("tells what each policy's first rollback would have cost and recovered, where its start was tried", async () => {
    const { code, err, out } = await runHere(["pilot", "--db", db, "--calibration", calibrationFile]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("First rollbacks by policy, from what was recorded of 6 failed first attempts.");
    // The restart of one more run is known from its replay.
    expect(out).toMatch(/^restart +1 of 3 \(1-91 %\) +3\.0 +3 +0 /m);
    expect(out).toMatch(/^to-set +4 of 4 \(40-100 %\) +1\.0 +2 +0 +6 +1 +0\.00 .* -2\.0 /m);
    expect(out).toContain(
      "The policies cannot be told apart yet: of 6 failures, 1 at the most has both starts tried",
    );
  });

  it("writes the figures as JSON, and null without a calibration", async () => {
    const json = async (...args: readonly string[]) =>
      JSON.parse((await runHere(["pilot", "--db", db, "--json", ...args])).out);
    expect(await json("--calibration", calibrationFile, "--replays", replays)).toMatchObject({
      policies: { failures: 6, against: "restart", advice: { policy: null } },
    });
    expect(await json()).toMatchObject({ policies: null });
  });

  it("refuses replays without a calibration, and replays that are not there", async () => {
    const refused = async (...args: readonly string[]) => runHere(["pilot", "--db", db, ...args]);
    expect(await refused("--replays", replays)).toMatchObject({
      code: 2,
      err: expect.stringContaining("`--calibration`"),
    });
    const gone = ["--calibration", calibrationFile, "--replays", at("gone.jsonl")];
    expect(await refused(...gone)).toMatchObject({ code: 2, err: expect.stringContaining("gone.jsonl") });
  });
});
