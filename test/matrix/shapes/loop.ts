import { END, START, StateGraph } from "@langchain/langgraph";

import { logInput, logs, LogState } from "../logging.ts";
import { once, type Shape } from "../shape.ts";

/** attempt -> check, three rounds, of which the second errs. */
export const loop: Shape = {
  name: "a loop, rewound to its second round",
  start: { node: "attempt", nth: 1 },
  reruns: { attempt: 2, check: 2 },
  noteChannel: "note",
  build: (kit) =>
    new StateGraph(LogState)
      .addNode("attempt", ({ log, note }) => {
        kit.ran("attempt");
        const errs = log.length === 3;
        return { log: [errs ? kit.verdict(note !== "") : "right"] };
      })
      .addNode("check", logs(kit, "check"))
      .addEdge(START, "attempt")
      .addEdge("attempt", "check")
      .addConditionalEdges("check", ({ log }) => (log.length < 7 ? "attempt" : END), ["attempt", END])
      .compile({ checkpointer: kit.checkpointer }),
  play: once(logInput),
};
