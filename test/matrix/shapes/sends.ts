import { HumanMessage, type BaseMessage } from "@langchain/core/messages";
import {
  Annotation,
  MessagesAnnotation,
  Send,
  START,
  StateGraph,
  type LangGraphRunnableConfig,
} from "@langchain/langgraph";
import { getReplanNote } from "langgraph-rollback";

import { logInput, logs, LogState } from "../logging.ts";
import { once, type Kit, type Shape } from "../shape.ts";
import { isTold } from "./messages.ts";

const items = ["x", "y", "z"];

/** Input of a worker: the item, and perhaps what it needs to know of the failure. */
interface Part {
  readonly item: string;
  readonly note?: string;
  readonly told?: boolean;
  readonly messages?: readonly BaseMessage[];
}

const worker =
  (kit: Kit, hears: (part: Part, config: LangGraphRunnableConfig) => boolean) =>
  (part: Part, config: LangGraphRunnableConfig) => {
    kit.ran(part.item);
    const verdict = part.item === "y" ? kit.verdict(hears(part, config)) : "right";
    return { log: [`${part.item}: ${verdict}`] };
  };

/** plan -> a worker for each of x, y, z -> reduce, where the worker on y errs. */
const build =
  (send: (item: string, note: string) => Part, hears: Parameters<typeof worker>[1]) => (kit: Kit) =>
    new StateGraph(LogState)
      .addNode("plan", logs(kit, "plan"))
      .addNode("worker", worker(kit, hears))
      .addNode("reduce", logs(kit, "reduce"))
      .addEdge(START, "plan")
      .addConditionalEdges("plan", ({ note }) => items.map((item) => new Send("worker", send(item, note))), [
        "worker",
      ])
      .addEdge("worker", "reduce")
      .compile({ checkpointer: kit.checkpointer });

const second = { node: "worker", nth: 1 };

export const sendsWithNote: Shape = {
  name: "Send map-reduce whose arguments hold the note's channel, rewound to the second worker",
  start: second,
  kind: "siblings-kept",
  reruns: { y: 1, z: 1, reduce: 1 },
  noteChannel: "note",
  build: build(
    (item, note) => ({ item, note }),
    ({ note }) => note !== "",
  ),
  play: once(logInput),
};

export const sendsWithoutNote: Shape = {
  name: "Send map-reduce whose arguments are frozen without the note, rewound to the second worker",
  start: second,
  reruns: { plan: 1, x: 1, y: 1, z: 1, reduce: 1 },
  noteChannel: "note",
  build: build(
    (item, note) => ({ item, told: note !== "" }),
    ({ told }) => told === true,
  ),
  play: once(logInput),
};

const Unnoted = Annotation.Root({ log: LogState.spec.log });

export const sendsWithConfig: Shape = {
  name: "Send map-reduce whose workers read the note from their config, rewound to the second worker",
  start: second,
  kind: "siblings-kept",
  reruns: { y: 1, z: 1, reduce: 1 },
  build: (kit) =>
    new StateGraph(Unnoted)
      .addNode("plan", logs(kit, "plan"))
      .addNode(
        "worker",
        worker(kit, (_, config) => getReplanNote(config) !== undefined),
      )
      .addNode("reduce", logs(kit, "reduce"))
      .addEdge(START, "plan")
      .addConditionalEdges("plan", () => items.map((item) => new Send("worker", { item })), ["worker"])
      .addEdge("worker", "reduce")
      .compile({ checkpointer: kit.checkpointer }),
  play: once(logInput),
};

const Talk = Annotation.Root({ ...MessagesAnnotation.spec, log: LogState.spec.log });

export const sendsWithConversation: Shape = {
  name: "Send map-reduce whose arguments hold the conversation, rewound to the second worker",
  start: second,
  kind: "siblings-kept",
  reruns: { y: 1, z: 1, reduce: 1 },
  build: (kit) =>
    new StateGraph(Talk)
      .addNode("plan", logs(kit, "plan"))
      .addNode(
        "worker",
        worker(kit, ({ messages = [] }) => isTold(messages)),
      )
      .addNode("reduce", logs(kit, "reduce"))
      .addEdge(START, "plan")
      .addConditionalEdges(
        "plan",
        ({ messages }) => items.map((item) => new Send("worker", { item, messages })),
        ["worker"],
      )
      .addEdge("worker", "reduce")
      .compile({ checkpointer: kit.checkpointer }),
  play: once({ messages: [new HumanMessage({ id: "question", content: "go" })] }),
};
