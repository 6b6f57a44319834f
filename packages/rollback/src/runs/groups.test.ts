import { calibrate, constantScorer, type Calibration } from "@langgraph-rollback/attribution";
import { expect, it } from "vitest";

import { chainGraph, nothingWrong, untilTold } from "../fixtures/chain-graph.ts";
import { failuresAt } from "../fixtures/labelled-failures.ts";
import { readHistory, rollbackGraph, withRollback } from "../index.ts";

/** The decisive step is the last one in one group, and the first in the other. */
async function grouped(): Promise<Calibration> {
  const late = failuresAt(2, { count: 20, length: 3 }).map((each) => ({ ...each, group: "late" }));
  const early = failuresAt(0, { count: 20, length: 3 }).map((each) => ({
    ...each,
    id: `early-${each.id}`,
    group: "early",
  }));
  return calibrate([...late, ...early], { scorer: constantScorer(), method: "left", groups: true });
}

const on = (thread_id: string) => ({ configurable: { thread_id } });

it("a run has the set of its group", async () => {
  const calibration = await grouped();
  const setOf = async (group: string) => {
    const graph = withRollback(chainGraph({ b: untilTold("b") }).builder.compile(), {
      verify: nothingWrong,
      noteChannel: "note",
      calibration,
      group: () => group,
    });
    await graph.invoke({ log: [] }, on(group));
    const [run] = await readHistory(graph, on(group));
    return run?.attempts[0]?.attribution?.set;
  };
  const [late, early] = [await setOf("late"), await setOf("early")];
  expect(late).toMatchObject({ range: { start: 2 }, level: 17 / 21 });
  expect(late?.reason).toMatch(/^Group "late": .* from 20 labelled failures/);
  // All of a group score alike, and ties are broken by draws: the first step is in, or just out.
  expect(early?.range.start).toBeLessThanOrEqual(1);
  expect(early?.reason).toMatch(/^Group "early": /);
  expect(await setOf("unknown")).toMatchObject({ range: { start: 0 }, trivial: { needed: 4 } });
});

it.each([withRollback, rollbackGraph])(
  "%o refuses a calibration by groups where nobody names them",
  async (wrap) => {
    const calibration = await grouped();
    const graph = chainGraph({}).builder.compile();
    expect(() => wrap(graph, { verify: nothingWrong, calibration })).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", option: "group" }),
    );
  },
);

it("a group that cannot be named leaves the run its restart, with the problem beside it", async () => {
  const graph = withRollback(chainGraph({ b: untilTold("b") }).builder.compile(), {
    verify: nothingWrong,
    noteChannel: "note",
    calibration: await grouped(),
    group: () => {
      throw new Error("no such task");
    },
  });
  await graph.invoke({ log: [] }, on("t"));
  const [run] = await readHistory(graph, on("t"));
  expect(run).toMatchObject({ status: "recovered", attempts: [{ rewind: { step: 0 } }, {}] });
  expect(run?.attempts[0]?.problem?.message).toMatch(/no such task/);
});
