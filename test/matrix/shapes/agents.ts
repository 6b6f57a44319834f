import { AIMessage, isToolMessage, type BaseMessage } from "@langchain/core/messages";
import {
  createAgent,
  createMiddleware,
  fakeModel,
  tool,
  toolStrategy,
  type AgentMiddleware,
} from "langchain";
import { z } from "zod";

import { once, type Kit, type Shape } from "../shape.ts";
import { isTold } from "./messages.ts";

const Numbers = z.object({ a: z.number(), b: z.number() });

/** A model that answers with `reply` of the conversation, any number of times. */
export function replyingModel(reply: (messages: BaseMessage[]) => BaseMessage) {
  return Array.from({ length: 20 }).reduce<ReturnType<typeof fakeModel>>(
    (fake) => fake.respond(reply),
    fakeModel(),
  );
}

/** A message that calls tools. */
export const calling = (...calls: readonly { name: string; args: Record<string, unknown>; id: string }[]) =>
  new AIMessage({ content: "", tool_calls: calls.map((call) => ({ ...call, type: "tool_call" as const })) });

const answersTo = (messages: readonly BaseMessage[]): readonly string[] =>
  messages.filter(isToolMessage).map(({ text }) => text);

const tools = (kit: Kit) => [
  tool(
    () => {
      kit.ran("look up");
      return "2 and 3";
    },
    { name: "look_up", description: "finds the numbers", schema: z.object({}) },
  ),
  tool(
    ({ a, b }) => {
      kit.ran("add");
      return String(a + b);
    },
    { name: "add", description: "adds", schema: Numbers },
  ),
];

/** Looks two numbers up, adds them, with a wrong one unless it is told, and answers. */
const addingModel = (kit: Kit) =>
  replyingModel((messages) => {
    kit.ran("model");
    const answers = answersTo(messages);
    if (answers.length === 0) return calling({ name: "look_up", args: {}, id: "call-1" });
    if (answers.length > 1) return new AIMessage(`The sum is ${answers.at(-1)}.`);
    const b = kit.verdict(isTold(messages)) === "right" ? 3 : 30;
    return calling({ name: "add", args: { a: 2, b }, id: "call-2" });
  });

const adding =
  (version: "v1" | "v2", middleware: (kit: Kit) => readonly AgentMiddleware[] = () => []) =>
  (kit: Kit) =>
    createAgent({
      model: addingModel(kit),
      tools: tools(kit),
      middleware: [...middleware(kit)],
      version,
      checkpointer: kit.checkpointer,
    });

const question = { messages: [{ role: "user", content: "How much is it?" }] };

const wrongCall = {
  start: { node: "model_request", nth: 1 },
  reruns: { model: 2, add: 1 },
  play: once(question),
};

export const agentV1: Shape = {
  ...wrongCall,
  name: "an agent of createAgent (v1), rewound to its second model call",
  build: adding("v1"),
};

export const agentV2: Shape = {
  ...wrongCall,
  name: "an agent of createAgent (v2), rewound to its second model call",
  build: adding("v2"),
};

/** The tool's call would be left open, so the model that made it is called again. */
export const agentTool: Shape = {
  ...wrongCall,
  name: "an agent of createAgent, rewound to its second tool call",
  start: { node: "tools", nth: 1 },
  build: adding("v2"),
};

const hooks = (kit: Kit, name: string) =>
  createMiddleware({
    name,
    beforeAgent: () => kit.ran(`${name} before agent`),
    beforeModel: () => kit.ran(`${name} before model`),
    afterModel: () => kit.ran(`${name} after model`),
    afterAgent: () => kit.ran(`${name} after agent`),
  });

export const agentMiddlewares: Shape = {
  ...wrongCall,
  name: "an agent of createAgent with several middlewares",
  reruns: {
    ...wrongCall.reruns,
    // The second round's before hooks are before its model call; the third round runs whole.
    "First before model": 1,
    "Second before model": 1,
    "First after model": 2,
    "Second after model": 2,
    "First after agent": 1,
    "Second after agent": 1,
  },
  build: adding("v2", (kit) => [hooks(kit, "First"), hooks(kit, "Second")]),
};

/** Looks up, and then gives a structured answer, which errs. */
export const agentStructuredResponse: Shape = {
  name: "an agent of createAgent with a structured response",
  start: { node: "model_request", nth: 1 },
  reruns: { model: 1 },
  build: (kit) =>
    createAgent({
      model: replyingModel((messages) => {
        kit.ran("model");
        if (answersTo(messages).length === 0) return calling({ name: "look_up", args: {}, id: "call-1" });
        const verdict = kit.verdict(isTold(messages));
        return calling({ name: "Answer", args: { verdict }, id: "call-2" });
      }),
      tools: tools(kit),
      responseFormat: toolStrategy(z.object({ verdict: z.string() }).meta({ title: "Answer" })),
      checkpointer: kit.checkpointer,
    }),
  play: once(question),
};

/** Two calls at once, of which the second errs by its argument. */
export const agentCallsAtOnce: Shape = {
  name: "an agent of createAgent (v2) with two tool calls at once, rewound to the second",
  start: { node: "tools", nth: 1 },
  reruns: { model: 2, "look up": 1, add: 1 },
  build: (kit) =>
    createAgent({
      model: replyingModel((messages) => {
        kit.ran("model");
        const answers = answersTo(messages);
        if (answers.length > 0) return new AIMessage(`The sum is ${answers.at(-1)}.`);
        const b = kit.verdict(isTold(messages)) === "right" ? 3 : 30;
        return calling(
          { name: "look_up", args: {}, id: "call-1" },
          { name: "add", args: { a: 2, b }, id: "call-2" },
        );
      }),
      tools: tools(kit),
      version: "v2",
      checkpointer: kit.checkpointer,
    }),
  play: once(question),
};
