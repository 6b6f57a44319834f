import {
  Annotation,
  END,
  entrypoint,
  MemorySaver,
  START,
  StateGraph,
  task,
  type BaseCheckpointSaver,
} from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { on } from "../fixtures/chain-graph.ts";
import { readHistory, readTrajectory, withRollback } from "../index.ts";

const NAMES = ["look", "think", "ask", "pay"];

/** Calls tasks one after the other; the last one throws the first time. */
function agent() {
  let isBroke = true;
  const tasks = NAMES.map((name) =>
    task(name, (said: string) => {
      if (name === "pay" && isBroke) {
        isBroke = false;
        throw new Error("no money");
      }
      return Promise.resolve(`${said} ${name}`);
    }),
  );
  return async (said: string): Promise<string> => {
    let last = said;
    for (const each of tasks) last = await each(last);
    return last;
  };
}

const State = Annotation.Root({ said: Annotation<string> });

const SHAPES = {
  "an entrypoint": (checkpointer: BaseCheckpointSaver) =>
    entrypoint({ name: "agent", checkpointer }, ({ said }: typeof State.State) => agent()(said)),
  "a node of a subgraph": (checkpointer: BaseCheckpointSaver) => {
    const inner = new StateGraph(State)
      .addNode("act", async ({ said }) => ({ said: await agent()(said) }))
      .addEdge(START, "act")
      .addEdge("act", END);
    return new StateGraph(State)
      .addNode("sub", inner.compile())
      .addEdge(START, "sub")
      .compile({ checkpointer });
  },
} as const;

const steps = async (source: Parameters<typeof readTrajectory>[0], head: string) => {
  const config = { configurable: { thread_id: "t", checkpoint_id: head } };
  const read = await readTrajectory(source, config);
  return read.steps.map(({ agent: name, content, path }) => [name, content, path]);
};

const failed = [
  ["look", "go look", "call"],
  ["think", "go look think", "call"],
  ["ask", "go look think ask", "call"],
  ["pay", "Error: no money", "call"],
];

describe.each(Object.entries(SHAPES))("tasks that %s called in an attempt that failed", (_, shape) => {
  it.each([
    ["rolled back", {}],
    ["observed", { mode: "observe" }],
    ["given up", { maxRollbacks: 0 }],
  ] as const)("have their names and their order for every process once it was %s", async (__, more) => {
    const saver = new MemorySaver();
    const graph = withRollback(shape(saver), { verify: () => true, ...more });
    await graph.invoke({ said: "go" }, on("t")).catch(() => {});
    const [run] = await readHistory(saver, on("t"));
    const head = run?.attempts[0]?.head ?? "";
    expect(await steps(graph, head)).toEqual(failed);
    expect(await steps(saver, head)).toEqual(failed);
    const elsewhere = withRollback(shape(saver), { verify: () => true });
    expect(await steps(elsewhere, head)).toEqual(failed);
  });
});
