import { randomUUID } from "node:crypto";

import { AIMessage, isAIMessage, isHumanMessage, type BaseMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { tool } from "@langchain/core/tools";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { createAgent, createMiddleware, humanInTheLoopMiddleware, type AgentMiddleware } from "langchain";
import { effectKey, type UndoCall } from "langgraph-rollback";
import { rollbackMiddleware, type RollbackMiddlewareConfig } from "langgraph-rollback/middleware";
import { z } from "zod";

import { PlannedError, type Process } from "./acting.ts";
import type { AgentProgram, CallPlan } from "./agent-program.ts";
import { failingCheck, watchOf } from "./stopping.ts";

const TOOLS = ["book", "pay", "order", "mail", "look"] as const;
const argsSchema = z.object({ arg: z.number(), call: z.string() });
const plans = z.object({ fails: z.object({ landed: z.boolean() }).optional() });

/** A process of the conversation. */
export interface AgentProcess extends Process {
  readonly isMended: boolean;
  /** Is told of each attempt that is judged. */
  readonly onJudge: (turn: number, attempt: number) => void;
}

/** Whether a message tells of a rollback. */
export const isNote = ({ name }: BaseMessage): boolean => name === "rollback";

/** The turn of a conversation, 0-based, and its messages. */
function turnOf(messages: readonly BaseMessage[]) {
  const asked = messages.flatMap((message, at) => (isHumanMessage(message) && !isNote(message) ? [at] : []));
  return { turn: asked.length - 1, said: messages.slice(asked.at(-1)) };
}

/** The model of a conversation: what it says follows from what was said. */
function answerTo(program: AgentProgram, messages: readonly BaseMessage[]): AIMessage {
  const { turn, said } = turnOf(messages);
  const isTold = said.some(isNote);
  const due = ({ when }: CallPlan): boolean => when === "always" || (when === "again") === isTold;
  const done = said.filter((message) => isAIMessage(message) && message.tool_calls?.length !== 0).length;
  const rounds = (program.turns[turn]?.rounds ?? []).map((calls) => calls.filter(due));
  const calls = rounds.filter(({ length }) => length > 0)[done] ?? [];
  return new AIMessage({
    content: calls.length === 0 ? "Done." : "",
    tool_calls: calls.map(({ name, arg, fails }) => ({
      name,
      args: { arg, call: JSON.stringify(fails === undefined ? {} : { fails }) },
      id: randomUUID(),
      type: "tool_call" as const,
    })),
  });
}

/** The agent of a conversation, in one process. */
export function programAgent(
  program: AgentProgram,
  process: AgentProcess,
  checkpointer: BaseCheckpointSaver,
): ReturnType<typeof agentOf> {
  return agentOf(program, process, checkpointer);
}

function checksOf({ check }: AgentProgram): {
  readonly checks?: NonNullable<RollbackMiddlewareConfig["checks"]>;
} {
  return check === undefined ? {} : { checks: { [check.node]: failingCheck(check) } };
}

function agentOf(program: AgentProgram, process: AgentProcess, checkpointer: BaseCheckpointSaver) {
  const { world, life } = process;
  const undo = async (call: UndoCall): Promise<void> => {
    const { name } = call;
    const fails = await life.operation(() => {
      world.asked(call);
      return world.count(`undo ${name}`) <= (program.undoFailures[name] ?? 0) && !process.isMended;
    });
    if (fails) throw new PlannedError(`${name} cannot be undone now`);
    await life.operation(() => world.undo(call));
  };
  const orderKey = ({ args }: { args: unknown }): string => `order ${argsSchema.parse(args).arg}`;
  const model = Array.from({ length: 60 }).reduce<ReturnType<typeof fakeModel>>(
    (fake) => fake.respond((messages) => answerTo(program, messages)),
    fakeModel(),
  );
  const { turns, version, maxRetries, asksForRetries, asksForTools, onIrreversible } = program;
  return createAgent({
    model,
    tools: TOOLS.map((name) => toolOf(process, name)),
    version,
    checkpointer,
    middleware: [
      rollbackMiddleware({
        verify: ({ input, attempt }) => {
          const { turn } = turnOf(input?.messages ?? []);
          process.onJudge(turn, attempt);
          return attempt > (turns[turn]?.failures ?? 0);
        },
        ...watchOf(program),
        ...checksOf(program),
        maxRetries,
        approve: asksForRetries ? "always" : "never",
        effects: {
          tools: {
            book: { undo },
            pay: { undo },
            order: { undo, idempotencyKey: orderKey, redo: "reuse" },
            mail: "irreversible",
            look: "read-only",
          },
          onIrreversible,
          undoRetries: 0,
        },
        policy: {
          name: "anywhere",
          decide: ({ tries }) => {
            const steps = tries.at(-1)?.scores.length ?? 1;
            const start = Math.floor((turns[0]?.starts[tries.length - 1] ?? 0) * steps);
            return { kind: "roll-back", start, reason: "the program says so" };
          },
        },
      }),
      ...(asksForTools
        ? [fitting(humanInTheLoopMiddleware, { interruptOn: { book: true, mail: true } })]
        : []),
    ],
  });
}

/** Its types do not fit `createAgent` under our compiler options. */
const fitting = (make: (...options: never[]) => object, options: object): AgentMiddleware => {
  const made: object = Reflect.apply(make, undefined, [options]);
  return Object.assign(createMiddleware({ name: "Fitting" }), made);
};

/** A tool that lands in the world. Its first call may throw, before that or after. */
const toolOf = ({ world, life }: Process, name: (typeof TOOLS)[number]) =>
  tool(
    async ({ arg, call }, config) => {
      const key = effectKey(config);
      const { fails } = plans.parse(JSON.parse(call));
      const isFirst =
        fails !== undefined && (await life.operation(() => world.count(`act ${name} ${arg}`))) === 1;
      if (isFirst && !fails.landed) throw new PlannedError(`${name} did not land`);
      if (key === undefined) return "looked";
      await life.operation(() => world.act(key, { name, args: arg, attempt: 0 }));
      if (isFirst) throw new PlannedError(`${name} landed, but «${key}» was not heard of`);
      return `«${key}»`;
    },
    { name, description: name, schema: argsSchema },
  );
