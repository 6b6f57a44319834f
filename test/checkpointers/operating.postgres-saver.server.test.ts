import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { readHistory, withRollback } from "langgraph-rollback";
import { forkThread, previewActions, retryFrom } from "langgraph-rollback/operator";
import { afterAll, describe, expect, it } from "vitest";

import { openServer } from "./open-postgres.ts";

const { version, missing, open, close } = await openServer();

const State = Annotation.Root({
  said: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }),
  last: Annotation<string>(),
  note: Annotation<string>({ reducer: (_, note) => note, default: () => "" }),
});

/** One agent of a process; each process has its own. */
function agentOver() {
  const node =
    (name: string) =>
    ({ note }: typeof State.State) => ({ said: [`${name}${note}`], last: name });
  const graph = new StateGraph(State)
    .addNode("plan", node("plan"))
    .addNode("search", node("search"))
    .addNode("answer", node("answer"))
    .addEdge(START, "plan")
    .addEdge("plan", "search")
    .addEdge("search", "answer")
    .compile({ checkpointer: open() });
  return withRollback(graph, { verify: () => true, noteChannel: "note" });
}

const on = (thread: string) => ({ configurable: { thread_id: thread } });

describe.skipIf(missing !== undefined)(`people who act over PostgresSaver, ${missing ?? version}`, () => {
  if (missing === undefined) afterAll(close);

  it("have a run retried, once by two clicks", async () => {
    const agent = agentOver();
    await agent.invoke({}, on("retry"));
    const { expected, retry } = await previewActions(agent, on("retry"), { step: 1 });
    expect(retry?.undone.map(({ agent: name }) => name)).toEqual(["search", "answer"]);
    const request = { step: 1, note: "!", by: "ada", expected };
    const first = await retryFrom(agent, on("retry"), request);
    expect(first.said).toEqual(["plan", "search!", "answer!"]);
    expect(await retryFrom(agentOver(), on("retry"), request)).toEqual(first);
    expect((await readHistory(agent, on("retry")))[0]).toMatchObject({
      status: "recovered",
      actions: [{ action: "retry", by: "ada" }],
    });
  });

  it("tell one that the other was faster", async () => {
    const agent = agentOver();
    await agent.invoke({}, on("two"));
    const { expected } = await previewActions(agent, on("two"));
    const asked = ["ada", "bob"].map((by) => retryFrom(agent, on("two"), { step: 2, by, expected }));
    const results = await Promise.allSettled(asked);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const late = retryFrom(agentOver(), on("two"), { step: 1, by: "eve", expected });
    await expect(late).rejects.toMatchObject({ code: "THREAD_MOVED" });
    expect((await readHistory(agent, on("two")))[0]?.actions).toHaveLength(1);
  });

  it("copy a thread up to a step, with the values of that step", async () => {
    const agent = agentOver();
    await agent.invoke({ said: ["start"] }, on("first"));
    const { expected } = await previewActions(agent, on("first"));
    await forkThread(agent, on("first"), { step: 1, thread: "copy", by: "ada", expected });
    const other = agentOver();
    expect((await other.getState(on("copy"))).values).toMatchObject({
      said: ["start", "plan"],
      last: "plan",
    });
    await other.updateState(on("copy"), { note: "?" });
    expect(await other.invoke(null, on("copy"))).toMatchObject({
      said: ["start", "plan", "search?", "answer?"],
      last: "answer",
    });
    expect((await agent.getState(on("first"))).values.said).toEqual(["start", "plan", "search", "answer"]);
  });
});
