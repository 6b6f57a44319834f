import type { RunnableConfig } from "@langchain/core/runnables";
import { MemorySaver, type BaseCheckpointSaver, type CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { readHistory, withRollback, type RollbackEvent } from "langgraph-rollback";
import { describe, expect, it } from "vitest";

import { shapes } from "../foreign-checkpoints/graphs.ts";
import { aimAt, calibration } from "../matrix/aim.ts";

/** Forgets of forks what tasks have written there, as if LangGraph looked for it elsewhere. */
class WithoutSeeds extends MemorySaver {
  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const tuple = await super.getTuple(config);
    return tuple?.metadata?.source === "update" ? { ...tuple, pendingWrites: [] } : tuple;
  }
}

/** Forgets the checkpoints from which subgraphs should continue. */
class WithoutGrafts extends MemorySaver {
  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const tuple = await super.getTuple(config);
    const isInside = config.configurable?.["checkpoint_ns"] !== "";
    return isInside && tuple?.metadata?.source === "update" ? undefined : tuple;
  }
}

async function wrapped(name: string, checkpointer: BaseCheckpointSaver) {
  const shape = shapes.find((each) => each.name === name);
  if (shape === undefined) throw new Error(`No shape ${name}.`);
  const ran: string[] = [];
  const events: RollbackEvent[] = [];
  const graph = withRollback(
    shape.build(checkpointer, (node) => ran.push(node)),
    {
      verify: ({ output }) => output?.log.includes("b: right") === true,
      scorer: aimAt({ node: "b" }),
      calibration: await calibration(),
      noteChannel: "note",
      onEvent: (event) => events.push(event),
    },
  );
  const run = async (thread: string) => {
    ran.length = 0;
    events.length = 0;
    const config = { configurable: { thread_id: thread } };
    const { log } = await graph.invoke({ log: ["in"] }, config);
    const [history] = await readHistory(graph, config);
    const told = events.flatMap((event) => (event.type === "rollback:problem" ? [event.problem.code] : []));
    return { log, ran: [...ran], history, told };
  };
  return { shape, run };
}

describe("a kept task that ran again", () => {
  // The note of a graft is lost with the graft, so its attempt fails as the first did.
  for (const { name, saver, plannedAs, attempts } of [
    { name: "siblings", saver: () => new WithoutSeeds(), plannedAs: "siblings-kept", attempts: 2 },
    { name: "a graft two deep", saver: () => new WithoutGrafts(), plannedAs: "graft", attempts: 3 },
    { name: "a graft with memory", saver: () => new WithoutGrafts(), plannedAs: "graft", attempts: 3 },
  ])
    it(`is reported and stored in the history, and no task is kept from then on: ${name}`, async () => {
      const { shape, run } = await wrapped(name, saver());
      const first = await run("first");
      expect(first.log).toEqual(shape.right);
      expect(first.ran).toEqual(Array.from({ length: attempts }, () => ["a", "b", "after"]).flat());
      expect(first.told).toEqual(["KEPT_TASK_RAN"]);
      expect(first.history).toMatchObject({
        status: "recovered",
        problems: [{ attempt: 2, problem: { code: "KEPT_TASK_RAN", name: "KeptTaskRanError" } }],
      });
      expect(first.history?.attempts).toHaveLength(attempts);
      expect(first.history?.attempts[0]?.rewind?.kind).toBe(plannedAs);
      const second = await run("second");
      expect(second.log).toEqual(shape.right);
      expect(second.ran).toEqual(["a", "b", "after", "a", "b", "after"]);
      expect(second.told).toEqual([]);
      expect(second.history).toMatchObject({
        status: "recovered",
        attempts: [{ rewind: { kind: "superstep", step: 0 } }, { decision: "accept" }],
        problems: [],
      });
    });

  it("is not reported if it did not run again", async () => {
    for (const { name, right, reruns } of shapes) {
      const { run } = await wrapped(name, new MemorySaver());
      for (const thread of ["first", "second"]) {
        const { log, ran, told, history } = await run(thread);
        expect(log).toEqual(right);
        expect(ran).toEqual(["a", "b", "after", ...reruns]);
        expect(told).toEqual([]);
        expect(history?.problems).toEqual([]);
      }
    }
  });
});
