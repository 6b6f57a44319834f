import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { BaseMessage } from "@langchain/core/messages";
import type { RunnableConfig } from "@langchain/core/runnables";
import { isTold } from "@langgraph-rollback/example-simulation";
import { effectKey, withRollback, type EffectOptions } from "langgraph-rollback";

import { callKey } from "./call-key.ts";
import type { Desk } from "./open-desk.ts";
import { travelAgent } from "./travel-agent.ts";
import type { TripRequest } from "./trip-request.ts";
import { verifyTrip } from "./verify-trip.ts";

/** Key that the desk's tools pass on to the world: of the effect, or of the call where effects are not declared. */
export const keyOf = (config: RunnableConfig): string => effectKey(config) ?? callKey(config);

export interface TravelDeskOptions {
  readonly model: BaseChatModel;
  readonly request: TripRequest;
  /** Without it nothing is undone. */
  readonly effects?: EffectOptions;
  /** Rollbacks of a run. Default 1. */
  readonly maxRollbacks?: number;
  /** Awaited when an attempt has ended, before it is judged and anything is undone or released. */
  readonly onAttempt?: (messages: readonly BaseMessage[]) => Promise<void>;
  /** Awaited when the first attempt has been undone, before the next one asks its model. */
  readonly onUndone?: () => Promise<void>;
}

/** The travel agent with rollback: the tables, and the receipts of what waits, decide whether a trip is right. */
export function travelDesk(desk: Desk, options: TravelDeskOptions) {
  const { database, checkpointer, tools } = desk;
  const { model, request, effects, maxRollbacks = 1, onAttempt, onUndone } = options;
  let awaitsUndoing = true;
  const beforeModel = async (messages: readonly BaseMessage[]): Promise<void> => {
    if (!awaitsUndoing || !isTold(messages)) return;
    awaitsUndoing = false;
    await onUndone?.();
  };
  return withRollback(travelAgent({ model, tools, checkpointer, beforeModel }), {
    verify: async ({ output }) => {
      const messages = output?.messages ?? [];
      await onAttempt?.(messages);
      return verifyTrip(database, request, messages);
    },
    maxRollbacks,
    ...(effects === undefined ? {} : { effects }),
  });
}
