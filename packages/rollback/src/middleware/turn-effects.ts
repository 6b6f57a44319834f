import type { ToolCallRequest } from "langchain";
import { StructuredTool } from "@langchain/core/tools";
import { BaseCheckpointSaver, MemorySaver } from "@langchain/langgraph-checkpoint";

import type { ActLog } from "../effects/act.ts";
import { AttemptActs } from "../effects/attempt-acts.ts";
import { actLogAround, withActLog } from "../effects/intercepting/act-context.ts";
import { seenTool } from "../effects/intercepting/seen-tool.ts";
import { RunEffects } from "../effects/run-effects.ts";
import { CHECKPOINTER } from "../langgraph/private-strings.ts";
import { RECORDS_CHANNEL, TURN_CHANNEL } from "../steps/middleware-channels.ts";
import { threadIn, type MiddlewareContext } from "./middleware-context.ts";
import type { MiddlewareRecord } from "./middleware-record.ts";
import type { Turn } from "./middleware-state.ts";

type Configurable = Readonly<Record<string, unknown>> | undefined;

/** Turns that this process has seen, newest last. An agent without a checkpointer has its effects nowhere else. */
const held = new WeakMap<MiddlewareContext, Map<string, RunEffects>>();

const HELD_TURNS = 1000;

/**
 * @internal The effects of a turn; `undefined` where none are declared. They are stored in the agent's own checkpointer, and in memory where it has none.
 *
 * @param isNew whether the turn begins just now: nothing is stored of it then
 */
export async function effectsOfTurn(
  context: MiddlewareContext,
  turn: Pick<Turn, "id"> | undefined,
  configurable: Configurable,
  isNew = false,
): Promise<RunEffects | undefined> {
  if (context.effects === undefined || turn === undefined) return undefined;
  const turns = held.get(context) ?? new Map<string, RunEffects>();
  held.set(context, turns);
  const known = turns.get(turn.id);
  if (known !== undefined) return known;
  const given: unknown = configurable?.[CHECKPOINTER];
  const saver = given instanceof BaseCheckpointSaver ? given : new MemorySaver();
  const place = { saver, threadId: threadIn(configurable), run: turn.id };
  const effects = new RunEffects(context.effects, place, context.clock);
  if (!isNew) await effects.load();
  turns.set(turn.id, effects);
  const oldest = turns.keys().next();
  if (turns.size > HELD_TURNS && oldest.done === false) turns.delete(oldest.value);
  return effects;
}

/** What is looked at of a request to call a tool. */
type NotedRequest = Pick<ToolCallRequest, "toolCall" | "tool"> & {
  readonly state: object;
  readonly runtime: { readonly configurable?: Configurable };
};

/** @internal Calls a tool and notes its effects down. Under `withRollback` with effects of its own, `withRollback` notes them down. */
export async function callNoted<R extends NotedRequest, T>(
  context: MiddlewareContext,
  request: R,
  handler: (request: R) => T | Promise<T>,
): Promise<T> {
  const { state, toolCall, tool, runtime } = request;
  const turn = turnIn(state);
  const effects = await effectsToNote(context, turn, runtime.configurable);
  const isNoted = actLogAround() !== undefined;
  if (effects === undefined || isNoted || !(tool instanceof StructuredTool)) return handler(request);
  const attempt = attemptIn(state, turn);
  const acts = new AttemptActs(effects, attempt);
  const id = toolCall.id ?? "";
  const task = { taskId: id, namespace: `tool call:${id}`, superstep: 0 };
  const log: ActLog = {
    taskBegan: () => Promise.resolve(),
    begin: (start) => acts.begin({ ...start, task }),
  };
  // A task that runs again from its top comes with the same call.
  await acts.taskBegan(task);
  return withActLog(log, () => handler({ ...request, tool: seenTool(tool) }));
}

/** The effects of a resumed turn. An agent that is only observed continues even if they cannot be read. */
async function effectsToNote(
  context: MiddlewareContext,
  turn: Turn | undefined,
  configurable: Configurable,
): Promise<RunEffects | undefined> {
  try {
    return await effectsOfTurn(context, turn, configurable);
  } catch (error) {
    if (context.mode !== "observe") throw error;
    context.report(configurable, error);
    return undefined;
  }
}

function turnIn(state: object): Turn | undefined {
  const turn: unknown = Reflect.get(state, TURN_CHANNEL);
  return isTurn(turn) ? turn : undefined;
}

const isTurn = (value: unknown): value is Turn =>
  typeof value === "object" && value !== null && "id" in value && "last" in value;

function attemptIn(state: object, turn: Turn | undefined): number {
  const records: unknown = Reflect.get(state, RECORDS_CHANNEL);
  const all: readonly MiddlewareRecord[] = Array.isArray(records) ? records : [];
  return all.filter(({ run }) => run === turn?.id).length + 1;
}
