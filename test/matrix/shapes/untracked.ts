import { ReducedValue, START, StateGraph, StateSchema, UntrackedValue } from "@langchain/langgraph";
import { z } from "zod";

import { once, type Kit, type Shape } from "../shape.ts";

const Schema = new StateSchema({
  log: new ReducedValue(
    z.array(z.string()).default(() => []),
    { reducer: (kept: string[], added: string[]) => kept.concat(added) },
  ),
  note: z.string().default(""),
  handle: new UntrackedValue(z.string()),
});

/** open -> use, where use errs; what open leaves in an untracked channel is never stored. */
const build = (kit: Kit) =>
  new StateGraph(Schema)
    .addNode("begin", () => {
      kit.ran("begin");
      return { log: ["begin"] };
    })
    .addNode("open", () => {
      kit.ran("open");
      return { handle: "open" };
    })
    .addNode("use", ({ handle, note }) => {
      kit.ran("use");
      return { log: [`${kit.verdict(note !== "")} with ${handle ?? "nothing"}`] };
    })
    .addEdge(START, "begin")
    .addEdge("begin", "open")
    .addEdge("open", "use")
    .compile({ checkpointer: kit.checkpointer });

export const untrackedMadeAgain: Shape = {
  name: "an untracked channel, rewound to the node that fills it",
  start: { node: "open" },
  reruns: { open: 1, use: 1 },
  noteChannel: "note",
  build,
  play: once({ log: ["in"] }),
};

/** Cannot hold: nothing stores the channel's value, so the node that reads it again finds none. */
export const untrackedLost: Shape = {
  ...untrackedMadeAgain,
  name: "an untracked channel, rewound to the node that reads it",
  start: { node: "use" },
  reruns: { use: 1 },
};
