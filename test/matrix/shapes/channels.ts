import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { EphemeralValue, Topic } from "@langchain/langgraph/channels";

import { logInput, LogState } from "../logging.ts";
import { once, type Shape } from "../shape.ts";

const Kinds = Annotation.Root({
  ...LogState.spec,
  last: Annotation<string>,
  folded: Annotation<string>({ reducer: (kept, added) => `(${kept}${added})`, default: () => "" }),
  passing: () => new EphemeralValue<string | undefined>(),
  topic: () => new Topic<string>({ accumulate: true }),
});

/** a and a2 at once -> b, where b errs and reads what each kind of channel holds. */
export const channelKinds: Shape = {
  name: "channels with and without reducers, ephemeral ones and topics",
  start: { node: "b" },
  reruns: { b: 1, c: 1 },
  noteChannel: "note",
  build: (kit) =>
    new StateGraph(Kinds)
      .addNode("begin", () => {
        kit.ran("begin");
        return { last: "begin", folded: "begin", topic: "begin" };
      })
      .addNode("a", () => {
        kit.ran("a");
        return { last: "a", folded: "a", passing: "a", topic: "a" };
      })
      .addNode("a2", () => {
        kit.ran("a2");
        return { folded: "a2", topic: "a2" };
      })
      .addNode("b", ({ last, folded, passing, topic, note }) => {
        kit.ran("b");
        const read = [last, folded, passing, topic].map(String).join(" ");
        return { log: [`${kit.verdict(note !== "")} ${read}`], last: "b", folded: "b", topic: "b" };
      })
      .addNode("c", ({ passing }) => {
        kit.ran("c");
        return { log: [`c sees ${passing ?? "nothing"}`], folded: "c" };
      })
      .addEdge(START, "begin")
      .addEdge("begin", "a")
      .addEdge("begin", "a2")
      .addEdge(["a", "a2"], "b")
      .addEdge("b", "c")
      .compile({ checkpointer: kit.checkpointer }),
  play: once(logInput),
};
