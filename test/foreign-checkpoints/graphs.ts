import type { RunnableConfig } from "@langchain/core/runnables";
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { RollbackTarget } from "langgraph-rollback";

const Log = Annotation.Root({
  log: Annotation<string[]>({
    reducer: (kept, added) => [...new Set([...kept, ...added])],
    default: () => [],
  }),
  note: Annotation<string>({ reducer: (_, latest) => latest, default: () => "" }),
});

/** The part of a graph that the tests use: somebody else uses it without rollback. */
export interface LogGraph extends RollbackTarget {
  invoke(input: typeof Log.Update | null, config?: RunnableConfig): Promise<typeof Log.State>;
  updateState(config: RunnableConfig, values: typeof Log.Update, asNode: string): Promise<unknown>;
  getState(config: RunnableConfig): Promise<{ readonly values: typeof Log.State }>;
}

/** Notes down which nodes ran. */
type Ran = (node: string) => void;

/** A graph whose node b errs until it is told of a failed attempt. */
export interface Shape {
  readonly name: string;
  readonly kind: "superstep" | "siblings-kept" | "graft";
  /** Which nodes run in the attempt from the fork. */
  readonly reruns: readonly string[];
  readonly right: readonly string[];
  readonly build: (checkpointer: BaseCheckpointSaver, ran: Ran) => LogGraph;
}

const says = (ran: Ran, name: string) => (): { log: string[] } => {
  ran(name);
  return { log: [name] };
};

const errs =
  (ran: Ran) =>
  ({ note }: typeof Log.State): { log: string[] } => {
    ran("b");
    return { log: [note === "" ? "b: wrong" : "b: right"] };
  };

const sequence: Shape["build"] = (checkpointer, ran) =>
  new StateGraph(Log)
    .addNode("a", says(ran, "a"))
    .addNode("b", errs(ran))
    .addNode("after", says(ran, "after"))
    .addEdge(START, "a")
    .addEdge("a", "b")
    .addEdge("b", "after")
    .compile({ checkpointer });

const siblings: Shape["build"] = (checkpointer, ran) =>
  new StateGraph(Log)
    .addNode("a", says(ran, "a"))
    .addNode("b", errs(ran))
    .addNode("after", says(ran, "after"))
    .addEdge(START, "a")
    .addEdge(START, "b")
    .addEdge(["a", "b"], "after")
    .compile({ checkpointer });

/** a -> b, inside a node. */
const team = (ran: Ran, checkpointer?: boolean) =>
  new StateGraph(Log)
    .addNode("a", says(ran, "a"))
    .addNode("b", errs(ran))
    .addEdge(START, "a")
    .addEdge("a", "b")
    .compile(checkpointer === undefined ? {} : { checkpointer });

const twoDeep: Shape["build"] = (checkpointer, ran) => {
  const department = new StateGraph(Log).addNode("team", team(ran)).addEdge(START, "team").compile();
  return new StateGraph(Log)
    .addNode("department", department)
    .addNode("after", says(ran, "after"))
    .addEdge(START, "department")
    .addEdge("department", "after")
    .compile({ checkpointer });
};

const withMemory: Shape["build"] = (checkpointer, ran) =>
  new StateGraph(Log)
    .addNode("team", team(ran, true))
    .addNode("after", says(ran, "after"))
    .addEdge(START, "team")
    .addEdge("team", "after")
    .compile({ checkpointer });

const right = ["in", "a", "b: right", "after"];
const reruns = ["b", "after"];

export const shapes: readonly Shape[] = [
  { name: "a sequence", kind: "superstep", reruns, right, build: sequence },
  { name: "siblings", kind: "siblings-kept", reruns, right, build: siblings },
  { name: "a graft two deep", kind: "graft", reruns, right, build: twoDeep },
  { name: "a graft with memory", kind: "graft", reruns, right, build: withMemory },
];
