import { Annotation, Command, Send, START, StateGraph } from "@langchain/langgraph";

import { logInput, LogState } from "../logging.ts";
import { once, type Kit, type Shape } from "../shape.ts";

/**
 * A sorted log, as LangGraph 1.4 applies what a handler wrote after its node's siblings, and later versions in its node's
 * place.
 */
const State = Annotation.Root({
  log: Annotation<string[]>({
    reducer: (kept, added) => kept.concat(added).toSorted(),
    default: () => [],
  }),
  note: LogState.spec.note,
});

const logs = (kit: Kit, name: string) => () => {
  kit.ran(name);
  return { log: [name] };
};

const breaks = (kit: Kit, name: string) => () => {
  kit.ran(name);
  throw new RangeError(`${name} broke`);
};

const errs =
  (kit: Kit, name: string) =>
  ({ note }: { readonly note: string }) => {
    kit.ran(name);
    return { log: [`${name}: ${kit.verdict(note !== "")}`] };
  };

/** split -> p, whose error is handled, and q at once -> join, where q errs. */
export const handledSibling: Shape = {
  name: "a sibling whose error was handled, rewound to after it",
  start: { node: "q" },
  kind: "siblings-kept",
  reruns: { q: 1, join: 1 },
  noteChannel: "note",
  build: (kit) =>
    new StateGraph(State)
      .addNode("split", logs(kit, "split"))
      .addNode("p", breaks(kit, "p"), { errorHandler: logs(kit, "handler") })
      .addNode("q", errs(kit, "q"))
      .addNode("join", logs(kit, "join"))
      .addEdge(START, "split")
      .addEdge("split", "p")
      .addEdge("split", "q")
      .addEdge("q", "join")
      .compile({ checkpointer: kit.checkpointer }),
  play: once(logInput),
};

/** plan -(Send)-> work three times -> join, where the first one's error is handled and the last errs. */
export const handledSend: Shape = {
  name: "Sends, the first of which threw and was handled, rewound to the last",
  start: { node: "work", nth: 2 },
  kind: "siblings-kept",
  reruns: { three: 1, join: 1 },
  noteChannel: "note",
  build: (kit) =>
    new StateGraph(State)
      .addNode("plan", logs(kit, "plan"))
      .addNode(
        "work",
        ({ log: [task = ""], note }) => {
          kit.ran(task);
          if (task === "one") throw new RangeError("one broke");
          return { log: [task === "three" ? `three: ${kit.verdict(note !== "")}` : task] };
        },
        { errorHandler: logs(kit, "handler") },
      )
      .addNode("join", logs(kit, "join"))
      .addEdge(START, "plan")
      .addConditionalEdges(
        "plan",
        ({ note }) => ["one", "two", "three"].map((task) => new Send("work", { log: [task], note })),
        ["work"],
      )
      .addEdge("work", "join")
      .compile({ checkpointer: kit.checkpointer }),
  play: once(logInput),
};

/** a -> b, which throws and whose handler goes to right or wrong by a Command: the handler errs. */
const handlerRoutes = (kit: Kit) =>
  new StateGraph(State)
    .addNode("a", logs(kit, "a"))
    .addNode("b", breaks(kit, "b"), {
      errorHandler: ({ note }: { readonly note: string }) => {
        kit.ran("handler");
        const goto = kit.verdict(note !== "");
        return new Command({ goto, update: { log: [`went ${goto}`] } });
      },
      ends: ["right", "wrong"],
    })
    .addNode("right", logs(kit, "right"))
    .addNode("wrong", logs(kit, "wrong"))
    .addEdge(START, "a")
    .addEdge("a", "b")
    .compile({ checkpointer: kit.checkpointer });

/** A handler cannot run without the failure that it handles. */
export const handlerThatRoutes: Shape = {
  name: "an error handler that routes by a Command, rewound to the handler",
  start: { node: "__error_handler__b" },
  reruns: { b: 1, handler: 1, right: 1 },
  noteChannel: "note",
  build: handlerRoutes,
  play: once(logInput),
};

/** a -> b, which throws and whose handler writes and goes to c, which errs. */
export const handledBefore: Shape = {
  name: "a step that an error handler has gone to",
  start: { node: "c" },
  reruns: { c: 1 },
  noteChannel: "note",
  build: (kit) =>
    new StateGraph(State)
      .addNode("a", logs(kit, "a"))
      .addNode("b", breaks(kit, "b"), {
        errorHandler: () => {
          kit.ran("handler");
          return new Command({ goto: "c", update: { log: ["handled"] } });
        },
        ends: ["c"],
      })
      .addNode("c", errs(kit, "c"))
      .addEdge(START, "a")
      .addEdge("a", "b")
      .compile({ checkpointer: kit.checkpointer }),
  play: once(logInput),
};

/** p and q at once -> join, where p's error goes to the handler of the whole graph and q errs. */
export const defaultHandler: Shape = {
  name: "a sibling whose error the graph's own handler took, rewound to after it",
  start: { node: "q" },
  kind: "siblings-kept",
  reruns: { q: 1, join: 1 },
  noteChannel: "note",
  build: (kit) =>
    new StateGraph(State)
      .addNode("p", breaks(kit, "p"))
      .addNode("q", errs(kit, "q"))
      .addNode("join", logs(kit, "join"))
      .setNodeDefaults({ errorHandler: logs(kit, "handler") })
      .addEdge(START, "p")
      .addEdge(START, "q")
      .addEdge("q", "join")
      .compile({ checkpointer: kit.checkpointer }),
  play: once(logInput),
};
