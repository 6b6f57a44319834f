import { ReducedValue, StateSchema } from "@langchain/langgraph";
import { z } from "zod";

import { addCalls, NO_CALLS, type CallLog } from "./agent-call.ts";
import { CALLS_CHANNEL, RECORDS_CHANNEL, TURN_CHANNEL } from "../steps/middleware-channels.ts";
import type { MiddlewareRecord } from "./middleware-record.ts";
import { SEND_WRITES } from "../langgraph/private-strings.ts";

/** @internal A turn of the user's: its id, and the id of the last message when the agent began. */
export interface Turn {
  readonly id: string;
  readonly last: string;
  /** When it began, ISO 8601, UTC; absent in states of older versions. */
  readonly at?: string;
}

type Custom<T> = z.ZodCustom<T, T>;

const callLog = z.custom<CallLog>((value) => typeof value === "object" && value !== null && "calls" in value);
const records: Custom<readonly MiddlewareRecord[]> = z.custom(Array.isArray);
const turn: Custom<Turn> = z.custom((value) => typeof value === "object" && value !== null && "id" in value);

/** The type of what the middleware adds to an agent's state; none of it is in the agent's inputs and outputs. */
export type MiddlewareState = StateSchema<{
  [CALLS_CHANNEL]: ReducedValue<CallLog, CallLog>;
  [RECORDS_CHANNEL]: Custom<readonly MiddlewareRecord[]>;
  [TURN_CHANNEL]: Custom<Turn>;
}>;

/** @internal The middleware's channels in an agent's state, of at most `maxCalls` calls. */
export function middlewareState(maxCalls: number): MiddlewareState {
  return new StateSchema({
    [CALLS_CHANNEL]: new ReducedValue(callLog.default(NO_CALLS), {
      inputSchema: callLog,
      reducer: (log, added) => addCalls(log, added, maxCalls),
    }),
    [RECORDS_CHANNEL]: records,
    [TURN_CHANNEL]: turn,
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

function isSend(value: unknown): value is SendWrites {
  return typeof value === "function";
}
