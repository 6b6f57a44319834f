import type { StepError } from "@langgraph-rollback/attribution/trajectory";

import type { PendingInterrupt } from "../langgraph/pending-interrupt.ts";

/** A model's request to go back, made with `rollbackTool`. All texts are untrusted. */
export interface RewindRequest {
  /** The model's reason, cut to 1,000 characters. */
  readonly reason: string;
  /** Name of the tool whose call it suspects. */
  readonly tool?: string;
  /** Ordinal of that call among the calls of the tool, 1-based. Default: the last. */
  readonly call?: number;
  /** Words of the message that it suspects, cut to 500 characters. */
  readonly quote?: string;
}

/** A request to go back that ended its attempt. */
export interface AskedRewind extends RewindRequest {
  /** Step that the request names, 0-based; absent where it names none of the attempt's steps. */
  readonly step?: number;
}

/** Key under which a request is the value of an interrupt. */
const KEY = "__langgraph_rollback_request";

/** @internal Value of the interrupt with which `rollbackTool` ends an attempt. */
export const askedValue = (request: RewindRequest): Readonly<Record<string, unknown>> => ({ [KEY]: request });

/** @internal The request that an interrupt's value holds; `undefined` if it is a question to a human. */
export function requestIn(value: unknown): RewindRequest | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const request: unknown = Reflect.get(value, KEY);
  return isRequest(request) ? request : undefined;
}

function isRequest(value: unknown): value is RewindRequest {
  return typeof value === "object" && value !== null && "reason" in value && typeof value.reason === "string";
}

/** @internal A request as the error of the step at which it ended an attempt. */
export const requestedError = ({ reason }: RewindRequest): StepError => ({
  name: "RewindRequestedError",
  message: `The model asked to go back: ${reason}`,
});

/** @internal The first request among the interrupts of a run. */
export function requestAmong(interrupts: readonly PendingInterrupt[]): RewindRequest | undefined {
  return interrupts.map(({ value }) => requestIn(value)).find((request) => request !== undefined);
}
