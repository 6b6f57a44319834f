import { AIMessage, isToolMessage, ToolMessage, type BaseMessage } from "@langchain/core/messages";
import { Command, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { createAgent, tool, type ToolRuntime } from "langchain";
import { z } from "zod";

import { once, type Kit, type Shape } from "../shape.ts";
import { calling, replyingModel } from "./agents.ts";
import { isTold } from "./messages.ts";

const question = { messages: [{ role: "user", content: "How much is it?" }] };

const isAnswered = (messages: readonly BaseMessage[], call: string): boolean =>
  messages.some((message) => isToolMessage(message) && message.tool_call_id === call);

/** Looks something up, and errs in what it makes of it. */
const solver = (kit: Kit) =>
  createAgent({
    name: "solver",
    model: replyingModel((messages) => {
      kit.ran("solver");
      if (!isAnswered(messages, "call-1")) return calling({ name: "look_up", args: {}, id: "call-1" });
      return new AIMessage(`It is ${kit.verdict(isTold(messages))}.`);
    }),
    tools: [
      tool(
        () => {
          kit.ran("look up");
          return "5";
        },
        { name: "look_up", description: "looks it up", schema: z.object({}) },
      ),
    ],
  });

const says = (kit: Kit, name: string) => () => {
  kit.ran(name);
  return { messages: [new AIMessage({ id: name, content: name })] };
};

/** before -> an agent -> after */
export const agentAsNode: Shape = {
  name: "an agent of createAgent as a node, rewound to its second model call",
  start: { node: "model_request", nth: 1 },
  kind: "graft",
  reruns: { solver: 1, after: 1 },
  build: (kit) =>
    new StateGraph(MessagesAnnotation)
      .addNode("before", says(kit, "before"))
      .addNode("solver", solver(kit).graph)
      .addNode("after", says(kit, "after"))
      .addEdge(START, "before")
      .addEdge("before", "solver")
      .addEdge("solver", "after")
      .compile({ checkpointer: kit.checkpointer }),
  play: once(question),
};

/** Hands over to the solver by a Command to the graph around it. */
const receptionist = (kit: Kit) =>
  createAgent({
    name: "receptionist",
    model: replyingModel(() => {
      kit.ran("receptionist");
      return calling({ name: "hand_over", args: {}, id: "call-0" });
    }),
    tools: [
      tool(
        (_, runtime: ToolRuntime) => {
          kit.ran("hand over");
          const { messages } = MessagesState.parse(runtime.state);
          const answer = new ToolMessage({ content: "handed over", tool_call_id: "call-0", id: "handed" });
          return new Command({
            graph: Command.PARENT,
            goto: "solver",
            update: { messages: [...messages, answer] },
          });
        },
        { name: "hand_over", description: "hands over", schema: z.object({}) },
      ),
    ],
  });

const MessagesState = z.object({ messages: z.array(z.custom<BaseMessage>()) });

/** receptionist -(Command)-> solver */
export const handoff: Shape = {
  name: "an agent that another has handed over to, rewound to its second model call",
  start: { node: "model_request", nth: 2 },
  kind: "graft",
  reruns: { solver: 1 },
  build: (kit) =>
    new StateGraph(MessagesAnnotation)
      .addNode("receptionist", receptionist(kit).graph, { ends: ["solver"] })
      .addNode("solver", solver(kit).graph)
      .addEdge(START, "receptionist")
      .compile({ checkpointer: kit.checkpointer }),
  play: once(question),
};

/** The model that handed over is called again, as its tool call would be left open. */
export const handoffGiver: Shape = {
  ...handoff,
  name: "an agent that hands over to another, rewound to the tool that does",
  start: { node: "tools" },
  kind: "superstep",
  reruns: { receptionist: 1, "hand over": 1, solver: 2, "look up": 1 },
};
