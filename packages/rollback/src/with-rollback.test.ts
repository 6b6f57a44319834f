import { Annotation, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { readHistory, readTrajectory, withRollback, type RollbackEvent } from "./index.ts";

const State = Annotation.Root({
  log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }),
  note: Annotation<string>({ reducer: (_, b) => b, default: () => "" }),
});

/** a -> b -> c; b errs until it is told. */
function chain() {
  const ran: string[] = [];
  const step = (name: string) => (state: typeof State.State) => {
    ran.push(name);
    const bad = name === "b" && state.note === "";
    return { log: [bad ? `${name}:wrong` : `${name}:right`] };
  };
  const builder = new StateGraph(State)
    .addNode("a", step("a"))
    .addNode("b", step("b"))
    .addNode("c", step("c"))
    .addEdge(START, "a")
    .addEdge("a", "b")
    .addEdge("b", "c")
    .addEdge("c", END);
  return { ran, builder };
}

const verify = ({ output }: { output: { log: string[] } | undefined }) =>
  output?.log.some((line) => line.endsWith("wrong")) === true
    ? { ok: false, reason: "something is wrong" }
    : true;

describe("withRollback", () => {
  it("rewinds a failed run, runs it again with a note, and ends right", async () => {
    const { ran, builder } = chain();
    const events: RollbackEvent[] = [];
    const graph = withRollback(builder.compile({ checkpointer: new MemorySaver() }), {
      verify,
      noteChannel: "note",
      onEvent: (event) => events.push(event),
    });
    const config = { configurable: { thread_id: "t" } };
    const result = await graph.invoke({ log: ["in"] }, config);
    expect(result.log).toEqual(["in", "a:right", "b:right", "c:right"]);
    expect(ran).toEqual(["a", "b", "c", "a", "b", "c"]);
    const [run] = await readHistory(graph, config);
    expect(run?.status).toBe("recovered");
    expect(events.map(({ type }) => type)).toEqual([
      "rollback:attempt-started",
      "rollback:rolled-back",
      "rollback:attempt-started",
      "rollback:ended",
    ]);
    const trajectory = await readTrajectory(graph, config);
    expect(trajectory.steps.map(({ origin, content }) => [origin.node, content])).toEqual([
      ["a", 'log: ["a:right"]'],
      ["b", 'log: ["b:right"]'],
      ["c", 'log: ["c:right"]'],
    ]);
    console.log(JSON.stringify(run, null, 1), trajectory.steps[0]);
  });
});
