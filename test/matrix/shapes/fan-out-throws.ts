import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { START, StateGraph, type LangGraphRunnableConfig } from "@langchain/langgraph";

import { logInput, logs, LogState } from "../logging.ts";
import { once, type Shape } from "../shape.ts";

/** p and q at once -> join, where q throws when p is done. */
export const fanOutThrows: Shape = {
  name: "fan-out whose second sibling throws",
  start: { node: "q" },
  kind: "siblings-kept",
  reruns: { q: 1, join: 1 },
  noteChannel: "note",
  build: (kit) =>
    new StateGraph(LogState)
      .addNode("p", logs(kit, "p"))
      .addNode("q", async ({ note }, config: LangGraphRunnableConfig) => {
        kit.ran("q");
        if (kit.verdict(note !== "") === "right") return { log: ["q"] };
        while (!(await hasWrites(kit.checkpointer, config)));
        throw new RangeError("q broke");
      })
      .addNode("join", logs(kit, "join"))
      .addEdge(START, "p")
      .addEdge(START, "q")
      .addEdge(["p", "q"], "join")
      .compile({ checkpointer: kit.checkpointer }),
  play: once(logInput),
};

/** Whether a sibling has finished: LangGraph has stored what it wrote. */
async function hasWrites(
  saver: BaseCheckpointSaver,
  { configurable }: LangGraphRunnableConfig,
): Promise<boolean> {
  const tuple = await saver.getTuple({
    configurable: { thread_id: configurable?.["thread_id"], checkpoint_ns: "" },
  });
  return tuple?.pendingWrites?.some(([, channel]) => channel === "log") === true;
}
