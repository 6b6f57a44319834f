import { MemorySaver } from "@langchain/langgraph";
import { agentHistorySchema, estimateRates } from "@langgraph-rollback/attribution";
import { expect, it } from "vitest";

import { alwaysWrong, chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { calibratedAt } from "../fixtures/labelled-failures.ts";
import { readAgentHistory, readHistory, withRollback } from "../index.ts";

/** Threads on one checkpointer: two runs that pass at once, one that recovers, one that does not. */
async function runs() {
  const checkpointer = new MemorySaver();
  const calibration = await calibratedAt(1);
  const open = (steps: Parameters<typeof chainGraph>[0] = {}) =>
    withRollback(chainGraph(steps).builder.compile({ checkpointer }), {
      verify: nothingWrong,
      calibration,
      maxRollbacks: 2,
      noteChannel: "note",
    });
  await open().invoke({}, on("right"));
  await open().invoke({}, on("right"));
  await open({ b: untilTold("b") }).invoke({}, on("recovers"));
  await open({ c: alwaysWrong("c") }).invoke({}, on("fails"));
  return checkpointer;
}

it("counts first attempts by length, and tells of each attempt after a rollback how far it reached and how it went", async () => {
  const checkpointer = await runs();
  const history = await readAgentHistory(checkpointer);
  expect(history.firstAttempts).toEqual([{ length: 3, succeeded: 2, failed: 2 }]);
  const [recovered] = await readHistory(checkpointer, on("recovers"));
  const reach = recovered?.attempts[0]?.rewind?.reach;
  expect(reach).toBeGreaterThan(0.5);
  expect(
    history.redos.toSorted((a, b) => a.redone - b.redone || Number(a.succeeded) - Number(b.succeeded)),
  ).toEqual([
    { redone: 2, reach, succeeded: false },
    { redone: 2, reach, succeeded: true },
    { redone: 3, reach: 1, succeeded: false },
  ]);
});

it("is plain data from which rates can be estimated, and which the option `history` takes", async () => {
  const history = await readAgentHistory(await runs());
  expect(agentHistorySchema.parse(structuredClone(history))).toEqual(history);
  expect(estimateRates(history).errorRate).toBeGreaterThan(
    estimateRates({ firstAttempts: [], redos: [] }).errorRate,
  );
  const { builder } = chainGraph();
  expect(() => withRollback(builder.compile(), { verify: () => true, history })).not.toThrow();
});

it("reads the threads that are named, alone", async () => {
  const checkpointer = await runs();
  expect(await readAgentHistory(checkpointer, { threads: ["recovers"] })).toMatchObject({
    firstAttempts: [{ length: 3, succeeded: 0, failed: 1 }],
    redos: [{ redone: 2, succeeded: true }],
  });
});

it("leaves out runs that nobody could judge", async () => {
  const { builder } = chainGraph();
  const graph = withRollback(builder.compile(), {
    verify: () => {
      throw new Error("no opinion");
    },
  });
  await graph.invoke({}, on("t"));
  expect(await readAgentHistory(graph)).toEqual({ firstAttempts: [], redos: [] });
});
