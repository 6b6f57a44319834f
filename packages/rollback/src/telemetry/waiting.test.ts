import { Annotation, Command, END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { faultsIn } from "../fixtures/conventions.ts";
import { on, untilTold } from "../fixtures/chain-graph.ts";
import {
  attributesOf,
  eventsOf,
  linksOf,
  Spans,
  telemetryUnderTest,
} from "../fixtures/telemetry-under-test.ts";
import { toldChain } from "../fixtures/told-chain.ts";
import { withRollback } from "../index.ts";

let under: Awaited<ReturnType<typeof telemetryUnderTest>>;

beforeAll(async () => {
  under = await telemetryUnderTest();
});
afterAll(() => under.stop());

async function told(): Promise<Spans> {
  const spans = await under.spans();
  expect(faultsIn(spans.all)).toEqual([]);
  return spans;
}

describe("a run that waits for a human", () => {
  const asking = (saver: MemorySaver, verify: () => boolean = () => true) => {
    const State = Annotation.Root({
      log: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }),
    });
    const builder = new StateGraph(State)
      .addNode("a", () => ({ log: ["a"] }))
      .addNode("ask", () => ({ log: [String(interrupt("go on?"))] }))
      .addEdge(START, "a")
      .addEdge("a", "ask")
      .addEdge("ask", END);
    return withRollback(builder.compile({ checkpointer: saver, name: "asking" }), {
      verify,
      telemetry: under.telemetry(),
    });
  };

  it("is two calls, the second one linked to the first, with each step in the one that it ran in", async () => {
    const saver = new MemorySaver();
    await asking(saver).invoke({}, on("asks"));
    const before = await told();
    // Made anew, as in another process.
    await asking(saver).invoke(new Command({ resume: "yes" }), on("asks"));
    const after = await told();
    const spans = new Spans([...before.all, ...after.all]);
    expect(spans.misplaced()).toEqual([]);
    expect(before.named("step").map(({ name }) => name)).toEqual(["step a"]);
    expect(after.named("step").map(({ name }) => name)).toEqual(["step ask"]);
    expect(attributesOf(before.one("invoke_workflow"))["langgraph_rollback.status"]).toBe("interrupted");
    expect(eventsOf(before.one("invoke_agent"), "langgraph_rollback.paused")).toHaveLength(1);
    expect(linksOf(after.one("invoke_workflow"))).toEqual([
      ["previous-call", before.one("invoke_workflow").spanId],
    ]);
    expect(linksOf(after.one("invoke_agent"))).toEqual([
      ["previous-call", before.one("invoke_agent").spanId],
    ]);
    expect(attributesOf(after.one("invoke_workflow"))["langgraph_rollback.run"]).toBe(
      attributesOf(before.one("invoke_workflow"))["langgraph_rollback.run"],
    );
  });

  it("and fails after the answer: the retry is linked to the step of the first call that it went back to", async () => {
    const saver = new MemorySaver();
    await asking(saver).invoke({}, on("asks and fails"));
    const before = await told();
    await asking(saver, () => false).invoke(new Command({ resume: "yes" }), on("asks and fails"));
    const after = await told();
    const [failed, retry] = after.named("invoke_agent");
    if (failed === undefined || retry === undefined) throw new Error("Attempts are missing.");
    expect(linksOf(retry)).toEqual([
      ["previous-attempt", failed.spanId],
      ["rewound-to", before.one("step a").spanId],
    ]);
    expect(retry.links[1]?.traceId).toBe(before.one("step a").traceId);
  });

  it("and approves a rollback to another step than the proposed one: the retry is linked to that", async () => {
    const saver = new MemorySaver();
    const options = { approve: "always" as const };
    const run = (input: Parameters<ReturnType<typeof toldChain>["invoke"]>[0]) =>
      toldChain(under, { c: untilTold("c") }, options, saver).invoke(input, on("edits"));
    await run({});
    const before = await told();
    await run(new Command({ resume: { decision: "approve", step: 2 } }));
    const retry = (await told()).one("invoke_agent");
    expect(linksOf(retry)).toEqual([
      ["previous-attempt", before.one("invoke_agent").spanId],
      ["rewound-to", before.one("step c").spanId],
    ]);
  });

  it("and approves a rollback there: the retry is linked to the attempt and the step of the call before", async () => {
    const saver = new MemorySaver();
    const options = { approve: "always" as const };
    let isTold = false;
    const steps = { b: () => (isTold ? "b:right" : "b:wrong") };
    await toldChain(under, steps, options, saver).invoke({}, on("approves"));
    const before = await told();
    isTold = true;
    await toldChain(under, steps, options, saver).invoke(
      new Command({ resume: { decision: "approve" } }),
      on("approves"),
    );
    const after = await told();
    expect(new Spans([...before.all, ...after.all]).misplaced()).toEqual([]);
    expect(attributesOf(before.one("invoke_workflow"))["langgraph_rollback.status"]).toBe("interrupted");
    expect(after.named("invoke_agent")).toHaveLength(1);
    expect(linksOf(after.one("invoke_agent"))).toEqual([
      ["previous-attempt", before.one("invoke_agent").spanId],
      ["rewound-to", before.one("step a").spanId],
    ]);
    expect(eventsOf(after.one("invoke_workflow"), "langgraph_rollback.rolled_back")).toHaveLength(1);
    expect(attributesOf(after.one("invoke_workflow"))["langgraph_rollback.status"]).toBe("recovered");
  });
});
