import { Annotation, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { RecordingSaver, rewind } from "langgraph-rollback";
import { describe, expect, it } from "vitest";

const State = Annotation.Root({
  log: Annotation<string[]>({ reducer: (kept, added) => kept.concat(added), default: () => [] }),
});

/** a -> b -> c, each of which logs how often it has run. */
function counting(checkpointer: BaseCheckpointSaver) {
  const runs = { a: 0, b: 0, c: 0 };
  const node = (name: keyof typeof runs) => () => ({ log: [`${name}${(runs[name] += 1)}`] });
  return new StateGraph(State)
    .addNode("a", node("a"))
    .addNode("b", node("b"))
    .addNode("c", node("c"))
    .addEdge(START, "a")
    .addEdge("a", "b")
    .addEdge("b", "c")
    .compile({ checkpointer });
}

/** Runs, and runs again from before b: what the second run returned, and what the store holds of it. */
async function forked(
  name: string,
  open: () => BaseCheckpointSaver,
  fork: (graph: ReturnType<typeof counting>, beforeB: string) => Promise<string> = async (_, beforeB) =>
    beforeB,
) {
  const thread = { configurable: { thread_id: name } };
  const at = (id: string) => ({
    configurable: { ...thread.configurable, checkpoint_ns: "", checkpoint_id: id },
  });
  const saver = open();
  const graph = counting(saver);
  await graph.invoke({ log: [] }, thread);
  const stored: string[] = [];
  for await (const { checkpoint } of saver.list(at(""))) stored.push(checkpoint.id);
  const from = await fork(graph, stored[2] ?? "");
  const returned = (await graph.invoke(null, at(from))).log;
  const persisted = (await counting(open()).getState(thread)).values.log;
  return { returned: returned.join(), persisted: persisted.join() };
}

/** Forks over the bare PostgresSaver: https://github.com/langchain-ai/langgraphjs/issues/1812. */
export function canaryForBareForks(open: () => BaseCheckpointSaver): void {
  const recording = () => new RecordingSaver(open());

  describe("a fork over PostgresSaver (langgraphjs#1812)", () => {
    it("bare, persists the old branch's values: once this fails, upstream is fixed; say so in docs/checkpointers.md, and keep RecordingSaver.getNextVersion for older savers", async () => {
      expect(await forked("bare", open)).toEqual({ returned: "a1,b2,c2", persisted: "a1,b1,c1" });
    });

    it("bare, loses what a rewind wrote: once this fails, upstream is fixed, as above", async () => {
      const bare = await forked("bare-rewind", open, (graph, checkpoint) =>
        rewind(
          graph,
          { configurable: { thread_id: "bare-rewind" } },
          { checkpoint, updates: { log: ["note"] } },
        ),
      );
      expect(bare.persisted).not.toBe("a1,note,b2,c2");
    });

    it("recording, persists what ran, by time travel and by rewind", async () => {
      expect(await forked("recording", recording)).toEqual({ returned: "a1,b2,c2", persisted: "a1,b2,c2" });
      const rewound = await forked("recording-rewind", recording, (graph, checkpoint) =>
        rewind(
          graph,
          { configurable: { thread_id: "recording-rewind" } },
          { checkpoint, updates: { log: ["note"] } },
        ),
      );
      expect(rewound).toEqual({ returned: "a1,note,b2,c2", persisted: "a1,note,b2,c2" });
    });
  });
}
