import { AIMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { toStep } from "../fixtures/acting-graph.ts";
import { all, counter, tasks, verify } from "../fixtures/counting-graph.ts";
import { readHistory, readTrajectory, withRollback } from "../index.ts";
import { plantFaults, type Fault } from "./index.ts";

const FAULTS: Readonly<Record<string, Fault>> = {
  note: { note: "err" },
  "rewritten output": { rewrite: () => [["messages", [new AIMessage("7")]]] },
};

describe.each(Object.entries(FAULTS))("a checkpointer that keeps runs with a %s", (_, fault) => {
  /** Six failures in one checkpointer. */
  async function kept() {
    const { graph } = counter();
    const checkpointer = new MemorySaver();
    const runs = await all(
      plantFaults(graph, tasks(6), { seed: 1, verify, fault: () => fault, checkpointer }),
    );
    const failures = runs.flatMap((run) => (run.status === "labelled" ? [run] : []));
    expect(failures).toHaveLength(6);
    expect(graph.checkpointer).toBeUndefined();
    return { checkpointer, failures };
  }

  it("holds each failure as a thread of its own, with the steps of the labelled trajectory", async () => {
    const { checkpointer, failures } = await kept();
    expect(new Set(failures.map(({ threadId }) => threadId)).size).toBe(6);
    for (const { threadId, trajectory } of failures) {
      const { steps } = await readTrajectory(checkpointer, { configurable: { thread_id: threadId } });
      expect(steps.map(({ content }) => content)).toEqual(trajectory.steps.map(({ content }) => content));
    }
  });

  it("lets rollback take up the failure and run the labelled step again from its own checkpoint", async () => {
    const { checkpointer, failures } = await kept();
    for (const { threadId, trajectory } of failures) {
      const { graph } = counter();
      graph.checkpointer = checkpointer;
      const { decisiveStep } = trajectory.label;
      const agent = withRollback(graph, { verify, policy: toStep(decisiveStep), replan: () => undefined });
      const config = { configurable: { thread_id: threadId } };
      const output = await agent.invoke(null, config);
      expect(output.messages.map(({ text }) => text)).toEqual(["0", "1", "2", "3"]);
      const [run] = await readHistory(agent, config);
      expect(run?.status).toBe("recovered");
      expect(run?.attempts[0]).toMatchObject({
        outcome: { ok: false },
        rewind: { step: decisiveStep, kept: decisiveStep },
      });
    }
  });
});
