// Runs inside a scratch project: does a rewind run again only what its record says? Finished siblings run once.
import assert from "node:assert/strict";
import { Annotation, END, entrypoint, Send, START, StateGraph, task } from "@langchain/langgraph";
import { getReplanNote, readHistory, withRollback } from "langgraph-rollback";
import { aimAt } from "./aim.mjs";

const State = Annotation.Root({
  log: Annotation({ reducer: (kept, added) => [...new Set([...kept, ...added])], default: () => [] }),
});

/** How often each node ran. */
const ran = {};
const count = (name) => (ran[name] = (ran[name] ?? 0) + 1);

const does = (name) => () => {
  count(name);
  return { log: [name] };
};
/** Right only where it is told of a failed attempt. */
const verdict = (name, config) => {
  count(name);
  return `${name}: ${getReplanNote(config) === undefined ? "wrong" : "right"}`;
};
const errs = (name) => (_, config) => ({ log: [verdict(name, config)] });

const shapes = {
  "plan -> (a, b) -> sum, rewound to b": {
    start: ["b"],
    kind: "siblings-kept",
    ran: { plan: 1, a: 1, b: 2, sum: 2 },
    graph: fanOut(does("a"), errs("b")),
  },
  "two Sends, rewound to the second": {
    start: ["worker", 1],
    kind: "siblings-kept",
    ran: { plan: 1, "worker on a": 1, "worker on b": 2, sum: 2 },
    graph: sends(),
  },
  "a node beside a subgraph, rewound into the subgraph": {
    start: ["b"],
    kind: "graft",
    ran: { plan: 1, a: 1, lead: 1, b: 2, sum: 2 },
    graph: fanOut(does("a"), subgraph()),
  },
  "two subgraphs, rewound into the second": {
    start: ["b"],
    kind: "graft",
    ran: { plan: 1, alone: 1, lead: 1, b: 2, sum: 2 },
    graph: fanOut(
      new StateGraph(State).addNode("alone", does("alone")).addEdge(START, "alone").compile(),
      subgraph(),
    ),
  },
  "two tasks of the functional API, rewound to the second": {
    start: ["b"],
    kind: "siblings-kept",
    ran: { body: 2, a: 1, b: 2, sum: 2 },
    graph: workflow(),
  },
};

for (const [name, { start, kind, ran: expected, graph }] of Object.entries(shapes)) {
  for (const node of Object.keys(ran)) delete ran[node];
  const verify = ({ output }) => JSON.stringify(output).includes("b: right");
  const guarded = withRollback(graph, { verify, ...(await aimAt(...start)) });
  const config = { configurable: { thread_id: name } };
  await guarded.invoke(graph.builder instanceof StateGraph ? { log: [] } : "go", config);
  const [run] = await readHistory(guarded, config);
  assert.equal(run.status, "recovered", `${name}: ${run.reason}`);
  assert.deepEqual({ kind: run.attempts[0].rewind.kind, ran }, { kind, ran: expected }, name);
  console.log(`${name}: "${kind}", and the kept nodes ran once`);
}

/** plan -> (left, right) -> sum */
function fanOut(left, right) {
  return new StateGraph(State)
    .addNode("plan", does("plan"))
    .addNode("a", left)
    .addNode("b", right)
    .addNode("sum", does("sum"))
    .addEdge(START, "plan")
    .addEdge("plan", "a")
    .addEdge("plan", "b")
    .addEdge(["a", "b"], "sum")
    .addEdge("sum", END)
    .compile();
}

/** lead -> b */
function subgraph() {
  return new StateGraph(State)
    .addNode("lead", does("lead"))
    .addNode("b", errs("b"))
    .addEdge(START, "lead")
    .addEdge("lead", "b")
    .compile();
}

function sends() {
  const work = ({ item }, config) => {
    if (item === "b") return { log: [verdict("worker on b", config)] };
    return does(`worker on ${item}`)();
  };
  return new StateGraph(State)
    .addNode("plan", does("plan"))
    .addNode("worker", work)
    .addNode("sum", does("sum"))
    .addEdge(START, "plan")
    .addConditionalEdges("plan", () => ["a", "b"].map((item) => new Send("worker", { item })), ["worker"])
    .addEdge("worker", "sum")
    .compile();
}

function workflow() {
  const a = task("a", async () => does("a")().log[0]);
  const b = task("b", async (isTold) => {
    count("b");
    return `b: ${isTold ? "right" : "wrong"}`;
  });
  const sum = task("sum", async (parts) => {
    count("sum");
    return parts.join(", ");
  });
  return entrypoint("workflow", async (_, config) => {
    count("body");
    return await sum(await Promise.all([a(), b(getReplanNote(config) !== undefined)]));
  });
}
