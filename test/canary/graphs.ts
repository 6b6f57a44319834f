import { Annotation, END, MemorySaver, Send, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";

export const LogState = Annotation.Root({
  log: Annotation<string[]>({ reducer: (kept, added) => kept.concat(added), default: () => [] }),
});

type Work = (config: { signal?: AbortSignal }) => void | Promise<void>;

const node =
  (name: string, work: Work = () => {}) =>
  async (_: unknown, config: { signal?: AbortSignal }) => {
    await work(config);
    return { log: [name] };
  };

/** a -> b */
export const pair = (
  work: { a?: Work; b?: Work } = {},
  checkpointer: BaseCheckpointSaver = new MemorySaver(),
) =>
  new StateGraph(LogState)
    .addNode("a", node("a", work.a))
    .addNode("b", node("b", work.b))
    .addEdge(START, "a")
    .addEdge("a", "b")
    .addEdge("b", END)
    .compile({ checkpointer });

/** p and q at once -> join -> r by two Sends */
export const wide = (work: { p?: Work; q?: Work } = {}) =>
  new StateGraph(LogState)
    .addNode("p", node("p", work.p))
    .addNode("q", node("q", work.q))
    .addNode("join", node("join"))
    .addNode("r", node("r"))
    .addEdge(START, "p")
    .addEdge(START, "q")
    .addEdge(["p", "q"], "join")
    .addConditionalEdges("join", () => [new Send("r", { log: [] }), new Send("r", { log: [] })], ["r"])
    .compile({ checkpointer: new MemorySaver() });

export const input = { log: ["in"] };
export const thread = { configurable: { thread_id: "t" } };
export const at = (checkpoint: string) => ({
  configurable: { thread_id: "t", checkpoint_ns: "", checkpoint_id: checkpoint },
});

/** Everything that a graph's store lists for the thread, newest first. */
export async function stored(
  graph: { checkpointer?: BaseCheckpointSaver | boolean },
  config: object = { checkpoint_ns: "" },
): Promise<readonly CheckpointTuple[]> {
  if (typeof graph.checkpointer !== "object") throw new TypeError("expected a graph with a checkpointer");
  const tuples: CheckpointTuple[] = [];
  const listed = graph.checkpointer.list({ configurable: { ...thread.configurable, ...config } });
  for await (const tuple of listed) tuples.push(tuple);
  return tuples;
}
