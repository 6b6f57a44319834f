import {
  Command,
  entrypoint,
  getPreviousState,
  interrupt,
  isInterrupted,
  START,
  StateGraph,
  task,
  type LangGraphRunnableConfig,
} from "@langchain/langgraph";
import { getReplanNote } from "langgraph-rollback";

import { logInput, logs, LogState } from "../logging.ts";
import { once, type Kit, type Shape } from "../shape.ts";

const named = (kit: Kit, name: string) =>
  task(name, async (given: string) => {
    kit.ran(name);
    return `${given} ${name}`;
  });

const erring = (kit: Kit, name: string) =>
  task(name, async (given: string, told: boolean) => {
    kit.ran(name);
    return `${given} ${name}: ${kit.verdict(told)}`;
  });

const isTold = (config: LangGraphRunnableConfig): boolean => getReplanNote(config) !== undefined;

/** a, then b, then c, where b errs. */
export const sequentialTasks: Shape = {
  name: "the functional API, rewound to the second of three tasks",
  start: { node: "b" },
  kind: "siblings-kept",
  reruns: { body: 1, b: 1, c: 1 },
  build: (kit) => {
    const [a, b, c] = [named(kit, "a"), erring(kit, "b"), named(kit, "c")];
    return entrypoint(
      { name: "workflow", checkpointer: kit.checkpointer },
      async (given: string, config: LangGraphRunnableConfig) => {
        kit.ran("body");
        return await c(await b(await a(given), isTold(config)));
      },
    );
  },
  play: once("in"),
};

/** p, q and r at once, then join, where q errs. */
export const parallelTasks: Shape = {
  name: "the functional API, rewound to the second of three tasks at once",
  start: { node: "q" },
  kind: "siblings-kept",
  reruns: { body: 1, q: 1, r: 1, join: 1 },
  build: (kit) => {
    const [p, q, r, join] = [named(kit, "p"), erring(kit, "q"), named(kit, "r"), named(kit, "join")];
    return entrypoint(
      { name: "workflow", checkpointer: kit.checkpointer },
      async (given: string, config: LangGraphRunnableConfig) => {
        kit.ran("body");
        const parts = await Promise.all([p(given), q(given, isTold(config)), r(given)]);
        return await join(parts.join(", "));
      },
    );
  },
  play: once("in"),
};

/** The first task errs: nothing is kept. */
export const firstTask: Shape = {
  name: "the functional API, rewound to its first task",
  start: { node: "a" },
  reruns: { body: 1, a: 1, b: 1 },
  build: (kit) => {
    const [a, b] = [erring(kit, "a"), named(kit, "b")];
    return entrypoint(
      { name: "workflow", checkpointer: kit.checkpointer },
      async (given: string, config: LangGraphRunnableConfig) => {
        kit.ran("body");
        return await b(await a(given, isTold(config)));
      },
    );
  },
  play: once("in"),
};

/** Each turn adds to what the turn before saved; the second turn's b errs. */
export const savedState: Shape = {
  name: "the functional API's second turn, which reads what the first one saved",
  start: { node: "b" },
  kind: "siblings-kept",
  reruns: { body: 1, b: 1 },
  statuses: ["succeeded", "recovered"],
  build: (kit) => {
    const a = named(kit, "a");
    const b = task("b", async (given: string, told: boolean) => {
      kit.ran("b");
      return `${given} b: ${given.includes("turn 2") ? kit.verdict(told) : "right"}`;
    });
    return entrypoint(
      { name: "workflow", checkpointer: kit.checkpointer },
      async (given: string, config: LangGraphRunnableConfig) => {
        kit.ran("body");
        const saved = getPreviousState<string>() ?? "";
        return await b(await a(`${saved} ${given}`), isTold(config));
      },
    );
  },
  play: async (graph, config) => [await graph.invoke("turn 1", config), await graph.invoke("turn 2", config)],
};

/** a, then b, which throws, then c. */
export const throwingTask: Shape = {
  name: "the functional API, rewound to a task that threw",
  start: { node: "b" },
  kind: "siblings-kept",
  reruns: { body: 1, b: 1, c: 1 },
  build: (kit) => {
    const [a, c] = [named(kit, "a"), named(kit, "c")];
    const b = task("b", async (given: string, told: boolean) => {
      kit.ran("b");
      if (kit.verdict(told) === "wrong") throw new RangeError("b broke");
      return `${given} b`;
    });
    return entrypoint(
      { name: "workflow", checkpointer: kit.checkpointer },
      async (given: string, config: LangGraphRunnableConfig) => {
        kit.ran("body");
        return await c(await b(await a(given), isTold(config)));
      },
    );
  },
  play: once("in"),
};

/** before -> work, which calls the tasks a and b -> after, where b errs. */
export const tasksInNode: Shape = {
  name: "tasks that a node of a graph calls, rewound to the second",
  start: { node: "b" },
  kind: "siblings-kept",
  reruns: { work: 1, b: 1, after: 1 },
  noteChannel: "note",
  build: (kit) => {
    const [a, b] = [named(kit, "a"), erring(kit, "b")];
    return new StateGraph(LogState)
      .addNode("before", logs(kit, "before"))
      .addNode("work", async ({ note }) => {
        kit.ran("work");
        return { log: [await b(await a("in"), note !== "")] };
      })
      .addNode("after", logs(kit, "after"))
      .addEdge(START, "before")
      .addEdge("before", "work")
      .addEdge("work", "after")
      .compile({ checkpointer: kit.checkpointer });
  },
  play: once(logInput),
};

/** a, then a question, then b, which errs. */
export const askingWorkflow: Shape = {
  name: "the functional API with a question before the set's first task, which is asked again",
  start: { node: "b" },
  kind: "siblings-kept",
  // The body runs up to the question, and from its start when it has been answered.
  reruns: { body: 2, b: 1 },
  waitsAgain: 1,
  build: (kit) => {
    const [a, b] = [named(kit, "a"), erring(kit, "b")];
    return entrypoint(
      { name: "workflow", checkpointer: kit.checkpointer },
      async (given: string, config: LangGraphRunnableConfig) => {
        kit.ran("body");
        const first = await a(given);
        const answer = interrupt<string, string>("which one?");
        return await b(`${first} ${answer}`, isTold(config));
      },
    );
  },
  play: async (graph, config) => {
    let output = await graph.invoke("in", config);
    while (isInterrupted(output)) output = await graph.invoke(new Command({ resume: "the first" }), config);
    return [output];
  },
};

/** a three times, of which the last errs. */
export const repeatedTask: Shape = {
  name: "the functional API, rewound to a task's third call",
  start: { node: "a", nth: 2 },
  kind: "siblings-kept",
  reruns: { body: 1, "a in round 2": 1 },
  build: (kit) => {
    const a = task("a", async (round: number, told: boolean) => {
      kit.ran(`a in round ${round}`);
      return round === 2 ? kit.verdict(told) : "right";
    });
    return entrypoint(
      { name: "workflow", checkpointer: kit.checkpointer },
      async (given: string, config: LangGraphRunnableConfig) => {
        kit.ran("body");
        const said = [given];
        for (const round of [0, 1, 2]) said.push(await a(round, isTold(config)));
        return said.join(", ");
      },
    );
  },
  play: once("in"),
};

/** outer, which calls inner, and errs in what it makes of it; then last. */
export const nestedTask: Shape = {
  name: "the functional API, rewound to a task that called another",
  start: { node: "outer" },
  kind: "siblings-kept",
  reruns: { body: 1, outer: 1, inner: 1, last: 1 },
  build: (kit) => {
    const [first, inner, last] = [named(kit, "first"), named(kit, "inner"), named(kit, "last")];
    const outer = task("outer", async (given: string, told: boolean) => {
      kit.ran("outer");
      return `${await inner(given)} ${kit.verdict(told)}`;
    });
    return entrypoint(
      { name: "workflow", checkpointer: kit.checkpointer },
      async (given: string, config: LangGraphRunnableConfig) => {
        kit.ran("body");
        return await last(await outer(await first(given), isTold(config)));
      },
    );
  },
  play: once("in"),
};
