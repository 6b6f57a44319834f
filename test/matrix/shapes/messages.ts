import { AIMessage, HumanMessage, RemoveMessage, type BaseMessage } from "@langchain/core/messages";
import { MessagesAnnotation, MessagesDeltaValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { z } from "zod";

import { once, type Kit, type Shape } from "../shape.ts";

interface Conversation {
  readonly messages: readonly BaseMessage[];
}

export const isTold = (messages: readonly BaseMessage[]): boolean =>
  messages.some(({ name }) => name === "rollback");

const says = (kit: Kit, name: string) => () => {
  kit.ran(name);
  return { messages: [new AIMessage({ id: name, content: name })] };
};

const errs =
  (kit: Kit, name: string) =>
  ({ messages }: Conversation) => {
    kit.ran(name);
    return { messages: [new AIMessage({ id: name, content: `${name}: ${kit.verdict(isTold(messages))}` })] };
  };

const trims = (kit: Kit) => () => {
  kit.ran("trim");
  return { messages: [new RemoveMessage({ id: "a" }), new AIMessage({ id: "summary", content: "summary" })] };
};

const question = { messages: [new HumanMessage({ id: "question", content: "go" })] };

/** a -> trim, which removes a's messages -> b -> c, where b errs. */
const trimmed = (kit: Kit) =>
  new StateGraph(MessagesAnnotation)
    .addNode("a", says(kit, "a"))
    .addNode("trim", trims(kit))
    .addNode("b", errs(kit, "b"))
    .addNode("c", says(kit, "c"))
    .addEdge(START, "a")
    .addEdge("a", "trim")
    .addEdge("trim", "b")
    .addEdge("b", "c")
    .compile({ checkpointer: kit.checkpointer });

export const removedMessages: Shape = {
  name: "messages with RemoveMessage, rewound to after the removal",
  start: { node: "b" },
  reruns: { b: 1, c: 1 },
  build: trimmed,
  play: once(question),
};

export const removedMessagesAgain: Shape = {
  ...removedMessages,
  name: "messages with RemoveMessage, rewound to the removal",
  start: { node: "trim" },
  reruns: { trim: 1, b: 1, c: 1 },
};

export const deltaMessages: Shape = {
  name: "messages in a DeltaChannel",
  start: { node: "b" },
  reruns: { b: 1, c: 1 },
  build: (kit) =>
    new StateGraph(new StateSchema({ messages: MessagesDeltaValue }))
      .addNode("a", says(kit, "a"))
      .addNode("b", errs(kit, "b"))
      .addNode("c", says(kit, "c"))
      .addEdge(START, "a")
      .addEdge("a", "b")
      .addEdge("b", "c")
      .compile({ checkpointer: kit.checkpointer }),
  play: once(question),
};

const Spoken = new StateSchema({ messages: MessagesDeltaValue, verdict: z.string().default("") });

/** a says and b judges at once -> c, where b errs. LangGraph orders what nodes say at once by chance, so but one says. */
export const deltaMessagesAtOnce: Shape = {
  name: "messages in a DeltaChannel, rewound to a node that runs at once with the one that says",
  start: { node: "b" },
  kind: "siblings-kept",
  reruns: { b: 1, c: 1 },
  build: (kit) =>
    new StateGraph(Spoken)
      .addNode("a", says(kit, "a"))
      .addNode("b", ({ messages }) => {
        kit.ran("b");
        return { verdict: kit.verdict(isTold(messages)) };
      })
      .addNode("c", says(kit, "c"))
      .addEdge(START, "a")
      .addEdge(START, "b")
      .addEdge(["a", "b"], "c")
      .compile({ checkpointer: kit.checkpointer }),
  play: once(question),
};
