import { Command, interrupt, MemorySaver } from "@langchain/langgraph";
import { calibrationId, type Calibration } from "@langgraph-rollback/attribution";
import { describe, expect, it } from "vitest";

import { alwaysWrong, chainGraph, nothingWrong, on } from "../fixtures/chain-graph.ts";
import { calibratedAt } from "../fixtures/labelled-failures.ts";
import { readHistory, withRollback, type AttemptRecord } from "../index.ts";

const older = await calibratedAt(1);
// As the same scorer has it, with fewer labels.
const newer = { ...older, failures: older.failures.slice(5), n: older.n - 5 };
const answer = new Command<unknown, Record<string, unknown>, never>({ resume: "go" });

/** a -> b -> c, where b always errs and c asks a human in the second attempt. */
function asking(checkpointer: MemorySaver) {
  let attempt = 0;
  const { builder } = chainGraph({
    b: alwaysWrong("b"),
    c: ({ note }) => {
      attempt += note === "" ? 0 : 1;
      // A node that was interrupted runs again from its top.
      return attempt === 1 || attempt === 2 ? `c:${String(interrupt("May I?"))}` : "c:right";
    },
  });
  const plain = builder.compile({ checkpointer });
  return (calibration: Calibration | undefined) =>
    withRollback(plain, {
      verify: nothingWrong,
      noteChannel: "note",
      ...(calibration === undefined ? {} : { calibration }),
    });
}

const idOf = ({ attribution }: AttemptRecord) => attribution?.calibrated?.id;

describe("a run that another process continues with another calibration", () => {
  it.each([
    ["a newer one", older, newer],
    ["one where there was none", undefined, newer],
    ["none where there was one", older, undefined],
  ])("%s claims nothing of the earlier set, and tells of it once", async (_, before, after) => {
    const wrapped = asking(new MemorySaver());
    await wrapped(before).invoke({ log: [] }, on("t"));
    const later = wrapped(after);
    await later.invoke(answer, on("t"));
    const [run] = await readHistory(later, on("t"));
    expect(run?.attempts.map(({ attempt, decision }) => [attempt, decision])).toEqual([
      [1, "roll-back"],
      [2, "roll-back"],
      [3, "roll-back"],
      [4, "give-up"],
    ]);
    const ids = [before, after].map((each) => (each === undefined ? undefined : calibrationId(each)));
    expect(run?.attempts.map(idOf)).toEqual([ids[0], ids[1], ids[1], ids[1]]);
    const claims = run?.attempts.slice(1).map(({ rewind }) => rewind?.promise ?? rewind?.reason ?? "");
    expect(claims?.filter((claim) => typeof claim !== "string" || claim.includes("keep"))).toEqual([]);
    expect(run?.problems).toMatchObject([{ attempt: 2, problem: { code: "CALIBRATION_CHANGED" } }]);
  });

  it("the same one goes on as one process would", async () => {
    const wrapped = asking(new MemorySaver());
    await wrapped(older).invoke({ log: [] }, on("t"));
    const later = wrapped({ ...older });
    await later.invoke(answer, on("t"));
    const [run] = await readHistory(later, on("t"));
    expect(run?.attempts[1]?.rewind?.reason).toContain("the steps that attempt 2 keeps");
    expect(run?.problems).toEqual([]);
  });
});
