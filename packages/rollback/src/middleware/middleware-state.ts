import { ReducedValue, StateSchema } from "@langchain/langgraph";
import { z } from "zod";

import { addCalls, NO_CALLS, type CallLog } from "./agent-call.ts";
import { CALLS_CHANNEL, RECORDS_CHANNEL, TURN_CHANNEL } from "../steps/middleware-channels.ts";
import type { MiddlewareRecord } from "./middleware-record.ts";
import { newerOf, type SeenAttempt } from "./seen-attempt.ts";
import { READ_CHANNELS, SEND_WRITES } from "../langgraph/private-strings.ts";

/** @internal A turn of the user's: its id, and the id of the last message when the agent began. */
export interface Turn {
  readonly id: string;
  readonly last: string;
  /** When it began, ISO 8601, UTC; absent in states of older versions. */
  readonly at?: string;
  /** How many calls of models and tools were noted down before it; absent in states of older versions. */
  readonly calls?: number;
  /** Calls of a structured response's tool that LangChain answers itself, as it cannot use them: the model is asked again. */
  readonly refused?: readonly string[];
  /** Those of them after which the end's hooks have run, although the turn continues. */
  readonly passed?: readonly string[];
  /** Observations of its attempt while that ran, where it is watched. */
  readonly seen?: SeenAttempt;
}

type Custom<T> = z.ZodCustom<T, T>;

const callLog = z.custom<CallLog>((value) => typeof value === "object" && value !== null && "calls" in value);
const records: Custom<readonly MiddlewareRecord[]> = z.custom(Array.isArray);
const turn: Custom<Turn> = z.custom((value) => typeof value === "object" && value !== null && "id" in value);

/** Adds to the notes about a turn. Parallel tasks may each add to them. */
function withMore(known: Turn | undefined, more: Turn): Turn {
  if (known?.id !== more.id) return more;
  const { refused = [], passed = [] } = known;
  const seen = newerOf(known.seen, more.seen);
  return {
    ...known,
    ...(seen === undefined ? {} : { seen }),
    refused: [...new Set([...refused, ...(more.refused ?? [])])],
    passed: [...new Set([...passed, ...(more.passed ?? [])])],
  };
}

/** The type of the channels that the middleware adds to an agent's state; the agent's inputs and outputs do not have them. */
export type MiddlewareState = StateSchema<{
  [CALLS_CHANNEL]: ReducedValue<CallLog, CallLog>;
  [RECORDS_CHANNEL]: Custom<readonly MiddlewareRecord[]>;
  [TURN_CHANNEL]: ReducedValue<Turn | undefined, Turn>;
}>;

/** @internal The turn that an agent's state names. */
export function turnIn(state: object): Turn | undefined {
  const value: unknown = Reflect.get(state, TURN_CHANNEL);
  return isTurn(value) ? value : undefined;
}

const isTurn = (value: unknown): value is Turn =>
  typeof value === "object" && value !== null && "id" in value && "last" in value;

/** @internal The middleware's channels in an agent's state, of at most `maxCalls` calls. */
export function middlewareState(maxCalls: number): MiddlewareState {
  return new StateSchema({
    [CALLS_CHANNEL]: new ReducedValue(callLog.default(NO_CALLS), {
      inputSchema: callLog,
      reducer: (log, added) => addCalls(log, added, maxCalls),
    }),
    [RECORDS_CHANNEL]: records,
    [TURN_CHANNEL]: new ReducedValue(turn.optional(), { inputSchema: turn, reducer: withMore }),
  });
}

type SendWrites = (writes: readonly (readonly [channel: string, value: unknown])[]) => void;

/**
 * @internal Writes to the agent's state from within a node, beside what the node returns. A hook's return value would
 * do so too, but LangChain then writes the hook's whole state back, messages included, and a wrapper's Command would
 * show to the other middlewares. The mark {@link SEND_WRITES} is how LangGraph's own channel writers do it; a canary test proves it.
 *
 * @returns whether there was a node to write from
 */
export function writeBeside(
  configurable: Readonly<Record<string, unknown>> | undefined,
  values: Readonly<Record<string, unknown>>,
): boolean {
  const send: unknown = configurable?.[SEND_WRITES];
  if (!isSend(send)) return false;
  send(Object.entries(values));
  return true;
}

/**
 * @internal Values in channels of a graph that is running, seen from one of its tasks. Channels that hold nothing are left out.
 */
export function channelsAround(
  configurable: Readonly<Record<string, unknown>> | undefined,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  const read: unknown = configurable?.[READ_CHANNELS];
  return typeof read === "function" ? Object(read([...names])) : {};
}

function isSend(value: unknown): value is SendWrites {
  return typeof value === "function";
}
