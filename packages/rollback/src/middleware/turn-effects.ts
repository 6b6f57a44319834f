import type { ToolCallRequest } from "langchain";
import { StructuredTool } from "@langchain/core/tools";
import { MemorySaver } from "@langchain/langgraph-checkpoint";

import type { ActLog, Holding } from "../effects/act.ts";
import { AttemptActs } from "../effects/attempt-acts.ts";
import type { ResolvedEffects } from "../effects/declaring/resolve-effects.ts";
import { actLogAround, withActLog } from "../effects/intercepting/act-context.ts";
import { seenTool } from "../effects/intercepting/seen-tool.ts";
import { RunEffects } from "../effects/run-effects.ts";
import { stampIn } from "../steps/attempt-stamp.ts";
import { RECORDS_CHANNEL } from "../steps/middleware-channels.ts";
import { checkpointerIn, threadIn, type AgentRuntime } from "./agent-runtime.ts";
import type { MiddlewareContext } from "./middleware-context.ts";
import type { MiddlewareRecord } from "./middleware-record.ts";
import { turnIn, type Turn } from "./middleware-state.ts";
import { wrappingAttempt } from "./wrapping-attempt.ts";

/** Turns by the call of the agent that runs them. An agent without a checkpointer has its effects nowhere else. */
const held = new WeakMap<object, Map<string, Promise<TurnEffects>>>();

/** @internal The effects of a turn, and the acts of its attempts. */
export class TurnEffects {
  readonly all: RunEffects;
  /** Tools that were called, by their names. */
  readonly tools: ReadonlyMap<string, object>;
  readonly #acts = new Map<number, AttemptActs>();
  readonly #whyNotHeld: string | undefined;

  constructor(all: RunEffects, tools: ReadonlyMap<string, object>, whyNot: string | undefined) {
    this.all = all;
    this.tools = tools;
    this.#whyNotHeld = whyNot;
  }

  get holding(): Holding {
    const whyNot = this.#whyNotHeld;
    return whyNot === undefined ? { isFound: ({ name }) => this.tools.has(name) } : { whyNot };
  }

  /** The acts of an attempt, whichever of its tools does them. */
  actsOf(attempt: number): AttemptActs {
    const acts = this.#acts.get(attempt) ?? new AttemptActs(this.all, attempt, this.holding);
    this.#acts.set(attempt, acts);
    return acts;
  }

  /** An attempt continues whose acts were over, as it is not rewound after all. */
  reopen(attempt: number): void {
    this.#acts.delete(attempt);
  }
}

/**
 * @internal The effects of a turn; `undefined` where none are declared. They are stored in the agent's own checkpointer, and in memory where it has none.
 * A call of the agent reads them once: its parallel tools share them, and another call, or another process, may have added to them.
 *
 * @throws {EffectsUnreadableError} if some of what is stored cannot be read
 */
export async function effectsOfTurn(
  context: MiddlewareContext,
  turn: Pick<Turn, "id"> | undefined,
  { configurable, writer = context }: AgentRuntime,
): Promise<TurnEffects | undefined> {
  if (context.effects === undefined || turn === undefined) return undefined;
  const turns = held.get(writer) ?? new Map<string, Promise<TurnEffects>>();
  held.set(writer, turns);
  const known = turns.get(turn.id) ?? readEffects(context, context.effects, { run: turn.id, configurable });
  turns.set(turn.id, known);
  try {
    return await known;
  } catch (error) {
    turns.delete(turn.id);
    throw error;
  }
}

async function readEffects(
  context: MiddlewareContext,
  options: ResolvedEffects,
  { run, configurable }: Pick<AgentRuntime, "configurable"> & { readonly run: string },
): Promise<TurnEffects> {
  const saver = checkpointerIn(configurable) ?? new MemorySaver();
  const place = { saver, threadId: threadIn(configurable), run };
  const effects = new RunEffects(options, place, context.clock, undefined, async (problem) =>
    context.report(configurable, problem),
  );
  await effects.load();
  return new TurnEffects(effects, context.tools, whyNotHeld(configurable));
}

/** Why an agent can hold nothing, if that is so. */
function whyNotHeld(configurable: AgentRuntime["configurable"]): string | undefined {
  if (checkpointerIn(configurable) === undefined)
    return "The agent has no checkpointer, in which it would be kept.";
  if (actLogAround() !== undefined || stampIn({ configurable: { ...configurable } }) !== undefined)
    return "A graph with rollback is around the agent, and has the last word. Declare it in the `effects` of that one, and give the agent rollback by `withRollback`.";
  return undefined;
}

/** The part of a request to call a tool that is looked at. */
type NotedRequest = Pick<ToolCallRequest, "toolCall" | "tool"> & {
  readonly state: object;
  readonly runtime: AgentRuntime;
};

/**
 * @internal Calls a tool and notes its effects down. `withRollback` with effects of its own around the agent notes them down itself. An agent further
 * inside of a graph notes down its own: it also undoes them.
 */
export async function callNoted<R extends NotedRequest, T>(
  context: MiddlewareContext,
  request: R,
  handler: (request: R) => T | Promise<T>,
): Promise<T> {
  const { state, toolCall, tool, runtime } = request;
  const turn = turnIn(state);
  const effects = await effectsToNote(context, turn, runtime);
  const isNoted = actLogAround() !== undefined && wrappingAttempt(runtime.configurable) !== undefined;
  if (effects === undefined || isNoted || !(tool instanceof StructuredTool)) return handler(request);
  context.tools.set(tool.name, tool);
  const acts = effects.actsOf(attemptIn(state, turn));
  const id = toolCall.id ?? "";
  const task = { taskId: id, namespace: `tool call:${id}`, superstep: 0 };
  const log: ActLog = {
    taskBegan: () => Promise.resolve(),
    taskAnswered: () => Promise.resolve(),
    holding: acts.holding,
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
  runtime: AgentRuntime,
): Promise<TurnEffects | undefined> {
  try {
    return await effectsOfTurn(context, turn, runtime);
  } catch (error) {
    if (context.mode !== "observe") throw error;
    context.report(runtime.configurable, error);
    return undefined;
  }
}

/** @internal Number of the attempt that a turn is in, 1-based. */
export function attemptIn(state: object, turn: Turn | undefined): number {
  const records: unknown = Reflect.get(state, RECORDS_CHANNEL);
  const all: readonly MiddlewareRecord[] = Array.isArray(records) ? records : [];
  return all.filter(({ run }) => run === turn?.id).length + 1;
}
