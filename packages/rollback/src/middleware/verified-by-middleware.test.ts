import { Annotation, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { addingAgent, danglingToolCalls } from "../fixtures/adding-agent.ts";
import { on } from "../fixtures/chain-graph.ts";
import { calibratedAt } from "../fixtures/labelled-failures.ts";
import { readHistory, readTrajectory, withRollback } from "../index.ts";
import {
  readCalls,
  readMiddlewareRecords,
  rollbackMiddleware,
  verifiedByMiddleware,
  type RollbackMiddlewareConfig,
} from "./index.ts";

const question = { messages: [{ role: "user", content: "How much is 2 + 3?" }] };

/** Counts its calls. */
function countingVerifier() {
  const counted = { times: 0 };
  const verify: NonNullable<RollbackMiddlewareConfig["verify"]> = ({ output }) => {
    counted.times += 1;
    return { ok: output?.messages.at(-1)?.text === "The sum is 5.", reason: "the sum is wrong" };
  };
  return { counted, verify };
}

const versions = [{ version: "v1" as const }, { version: "v2" as const }];

describe.each(versions)("verifiedByMiddleware ($version)", ({ version }) => {
  it("lets withRollback go by the middleware's verdict, with one verification per attempt", async () => {
    const { counted, verify } = countingVerifier();
    const { agent, asked } = addingAgent({ version, middleware: [rollbackMiddleware({ verify })] });
    const wrapped = withRollback(agent, { verify: verifiedByMiddleware });
    const { messages } = await wrapped.invoke(question, on("t"));
    expect(asked).toHaveLength(2);
    expect(counted.times).toBe(2);
    expect(messages.at(-1)?.text).toBe("The sum is 5.");
    expect(danglingToolCalls(messages)).toEqual([]);
    const [run] = await readHistory(wrapped, on("t"));
    expect(run).toMatchObject({
      status: "recovered",
      attempts: [
        { outcome: { ok: false, reason: "the sum is wrong" }, rewind: {} },
        { outcome: { ok: true } },
      ],
    });
    // The rewound state holds the calls and the verdict of the branch that continued.
    expect(await readMiddlewareRecords(wrapped, on("t"))).toMatchObject([{ attempt: 2, decision: "accept" }]);
    expect((await readCalls(wrapped, on("t"))).calls.map(({ kind }) => kind)).toEqual([
      "model",
      "tool",
      "model",
    ]);
    const failed = { configurable: { thread_id: "t", checkpoint_id: run?.attempts[0]?.head } };
    expect(await readMiddlewareRecords(wrapped, failed)).toMatchObject([
      { attempt: 1, decision: "roll-back" },
    ]);
    expect((await readCalls(wrapped, failed)).calls).toHaveLength(3);
  });

  it("rewinds to the set's first step", async () => {
    const { counted, verify } = countingVerifier();
    const { agent } = addingAgent({ version, middleware: [rollbackMiddleware({ verify })] });
    const wrapped = withRollback(agent, {
      verify: verifiedByMiddleware,
      calibration: await calibratedAt(1, 5),
    });
    expect((await wrapped.invoke(question, on("t"))).messages.at(-1)?.text).toBe("The sum is 5.");
    expect(counted.times).toBe(2);
    expect((await readHistory(wrapped, on("t")))[0]?.attempts[0]?.rewind).toMatchObject({ step: 1 });
  });

  it("keeps what the middleware noted down out of what scorers and notes read", async () => {
    const { verify } = countingVerifier();
    const { agent } = addingAgent({ version, middleware: [rollbackMiddleware({ verify })] });
    const wrapped = withRollback(agent, { verify: verifiedByMiddleware });
    await wrapped.invoke(question, on("t"));
    const { steps } = await readTrajectory(wrapped, on("t"));
    expect(steps.map(({ content }) => content).join("\n")).not.toContain("_rollback");
    expect((await readHistory(wrapped, on("t")))[0]?.attempts[0]?.note).not.toContain("_rollback");
  });
});

describe("verifiedByMiddleware without a verdict", () => {
  it("leaves the run's result as it is when the middleware's verifier throws", async () => {
    const verify = () => {
      throw new TypeError("judge broke");
    };
    const { agent } = addingAgent({ version: "v2", middleware: [rollbackMiddleware({ verify })] });
    const wrapped = withRollback(agent, { verify: verifiedByMiddleware });
    expect((await wrapped.invoke(question, on("t"))).messages.at(-1)?.text).toBe("The sum is 32.");
    const [run] = await readHistory(wrapped, on("t"));
    expect(run).toMatchObject({
      status: "unjudged",
      attempts: [{ problem: { code: "VERIFIER", message: expect.stringContaining("judge broke") } }],
    });
  });

  it("says so when the agent has no such middleware", async () => {
    const { agent } = addingAgent({ version: "v2" });
    const wrapped = withRollback(agent, { verify: verifiedByMiddleware });
    await wrapped.invoke(question, on("t"));
    const [run] = await readHistory(wrapped, on("t"));
    expect(run?.attempts[0]?.problem?.message).toContain("Give the agent `rollbackMiddleware({ verify })`");
  });
});

describe("an agent with the middleware in a node of a graph with rollback", () => {
  it("retries by itself, for the graph's verifier does not see it", async () => {
    const { counted, verify } = countingVerifier();
    const { agent } = addingAgent({ version: "v2", middleware: [rollbackMiddleware({ verify })] });
    const Answers = Annotation.Root({ answer: Annotation<string> });
    const graph = new StateGraph(Answers)
      .addNode("ask", async () => ({ answer: (await agent.invoke(question)).messages.at(-1)?.text ?? "" }))
      .addEdge(START, "ask")
      .addEdge("ask", END)
      .compile({ checkpointer: new MemorySaver() });
    const wrapped = withRollback(graph, { verify: ({ output }) => output?.answer === "The sum is 5." });
    expect(await wrapped.invoke({}, on("t"))).toEqual({ answer: "The sum is 5." });
    expect(counted.times).toBe(2);
    expect((await readHistory(wrapped, on("t")))[0]?.status).toBe("succeeded");
  });
});
