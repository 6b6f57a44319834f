import { AIMessage, isToolMessage, ToolMessage, type BaseMessage } from "@langchain/core/messages";
import { Command } from "@langchain/langgraph";
import { createDeepAgent } from "deepagents";
import { createMiddleware, tool } from "langchain";
import { z } from "zod";

import { once, type Kit, type Shape } from "../shape.ts";
import { calling, replyingModel } from "./agents.ts";
import { isTold } from "./messages.ts";

const answersIn = (messages: readonly BaseMessage[]): readonly string[] =>
  messages.filter(isToolMessage).map(({ text }) => text);

/** Plans, writes a file, asks its helper, which errs because of the question, and answers. */
const lead = (kit: Kit) =>
  replyingModel((messages) => {
    kit.ran("lead");
    switch (answersIn(messages).length) {
      case 0:
        return calling({
          name: "write_todos",
          args: { todos: ["ask"] },
          id: "call-1",
        });
      case 1:
        return calling({
          name: "write_file",
          args: { file_path: "/plan.txt", content: "ask" },
          id: "call-2",
        });
      case 2: {
        const description = `ask the ${kit.verdict(isTold(messages))} question`;
        return calling({ name: "task", args: { description, subagent_type: "helper" }, id: "call-3" });
      }
      default:
        return new AIMessage(`The helper says: ${answersIn(messages).at(-1)}`);
    }
  });

const helper = (kit: Kit) =>
  replyingModel((messages) => {
    kit.ran("helper");
    if (answersIn(messages).length === 0) return calling({ name: "ls", args: { path: "/" }, id: "call-4" });
    return new AIMessage(`done: ${messages.find(({ type }) => type === "human")?.text}`);
  });

/** LangChain's own has types that a project with `exactOptionalPropertyTypes` cannot pass on. */
const todos = () =>
  createMiddleware({
    name: "todos",
    stateSchema: z.object({ todos: z.array(z.string()).default([]) }),
    tools: [
      tool(
        ({ todos: noted }: { todos: string[] }) => {
          const messages = [new ToolMessage({ content: "noted", tool_call_id: "call-1" })];
          return new Command({ update: { todos: noted, messages } });
        },
        { name: "write_todos", description: "notes todos", schema: z.object({ todos: z.array(z.string()) }) },
      ),
    ],
  });

const build = (kit: Kit) =>
  createDeepAgent({
    model: lead(kit),
    middleware: [todos()],
    subagents: [
      {
        name: "helper",
        description: "helps",
        systemPrompt: "You help.",
        model: helper(kit),
      },
    ],
    checkpointer: kit.checkpointer,
  });

const common = { build, play: once({ messages: [{ role: "user", content: "Ask the helper." }] }) };

export const deepAgent: Shape = {
  ...common,
  name: "a deep agent with todos, files and a subagent, rewound to its third model call",
  start: { node: "model_request", nth: 2 },
  reruns: { lead: 2, helper: 2 },
};

/** The task's call would be left open, so the model that made it is called again. */
export const deepAgentTask: Shape = {
  ...common,
  name: "a deep agent, rewound to its subagent's task",
  start: { node: "tools", nth: 3 },
  reruns: { lead: 2, helper: 2 },
};

/** The subagent is called in a tool's function, so it cannot be resumed inside. */
export const deepAgentInside: Shape = {
  ...common,
  name: "a deep agent, rewound to a step of its subagent",
  start: { node: "tools", nth: 2 },
  reruns: { lead: 2, helper: 2 },
};
