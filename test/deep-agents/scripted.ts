import { AIMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { fakeModel } from "langchain";
import type { RollbackOptions } from "langgraph-rollback";
import { toSet } from "langgraph-rollback/policies";

import { aimAt, calibration } from "../matrix/aim.ts";

/** Calls of tools, by name and arguments. */
export type Calls = readonly (readonly [name: string, args: Readonly<Record<string, unknown>>])[];

let ids = 0;

/** A model's answer: a text, calls of tools, or an error that it throws. */
export type Reply = string | Calls | Error;

/** A model that gives these answers in turn, whatever it is asked. */
export const scripted = (...replies: readonly Reply[]) =>
  replies.reduce<ReturnType<typeof fakeModel>>((model, reply) => model.respond(answerOf(reply)), fakeModel());

function answerOf(reply: Reply): AIMessage | Error {
  if (reply instanceof Error) return reply;
  if (typeof reply === "string") return new AIMessage(reply);
  const calls = reply.map(([name, args]) => ({
    name,
    args,
    id: `call-${(ids += 1)}`,
    type: "tool_call" as const,
  }));
  return new AIMessage({ content: "", tool_calls: calls });
}

export const write = (path: string, content = "text"): Calls => [
  ["write_file", { file_path: path, content }],
];

export const task = (description = "help"): Calls => [["task", { description, subagent_type: "helper" }]];

export const ask = { messages: [{ role: "user", content: "Do it." }] };

export const thread = { configurable: { thread_id: "t" } };

/** Checkpointer that stores runs. */
export const kept = () => ({ checkpointer: new MemorySaver() });

/** Options of a run that is right when it says so, and goes back to the nth call of a model, from 0, those of subagents included. */
export async function backToCall(nth: number): Promise<
  {
    readonly verify: (run: {
      readonly output?: { readonly messages: readonly { readonly text: string }[] } | undefined;
    }) => boolean;
  } & Pick<RollbackOptions, "scorer" | "calibration" | "policy">
> {
  return {
    verify: ({ output }) => output?.messages.at(-1)?.text === "right",
    scorer: aimAt({ node: "model_request", nth }),
    calibration: await calibration(),
    policy: toSet(),
  };
}
