import { z } from "zod";

import { whole } from "./whole.ts";

/** Something that a person has done to a run, beside what the run decides by itself. */
export interface OperatorAction {
  /** The same for the same request: a request that is repeated is carried out once. */
  readonly key: string;
  readonly action: "retry" | "approve" | "decline" | "undo" | "release" | "discard" | "fork" | "stop";
  /** Name of the person, as it was given. Untrusted. */
  readonly by: string;
  /** When, ISO 8601, UTC. */
  readonly at: string;
  /** Reason of the person, as it was given. Untrusted. */
  readonly why?: string;
  /** Of a retry: what stood before. */
  readonly instead?: "accept" | "give-up" | "question";
  /** Of a retry, an approval and a fork: index of the first step that runs again, if the person has named one. */
  readonly step?: number;
  /** Id of the effect that it was about. */
  readonly effect?: string;
  /** Of a fork: the new thread. */
  readonly thread?: string;
}

/** An action that changed no attempt's record, as stored in the thread's history. */
export interface KeptAction {
  readonly version: 1;
  readonly run: string;
  /** The attempt that it was about, 1-based. */
  readonly attempt: number;
  readonly at: string;
  readonly operator: OperatorAction;
}

/** @internal Checks actions before they are stored and after they are read. */
export const operatorActionSchema: z.ZodType<OperatorAction> = z.object({
  key: z.string(),
  action: z.enum(["retry", "approve", "decline", "undo", "release", "discard", "fork", "stop"]),
  by: z.string(),
  at: z.string(),
  why: z.string().exactOptional(),
  instead: z.enum(["accept", "give-up", "question"]).exactOptional(),
  step: whole.exactOptional(),
  effect: z.string().exactOptional(),
  thread: z.string().exactOptional(),
});

/** @internal The same for {@link KeptAction}. */
export const keptActionSchema: z.ZodType<KeptAction> = z.object({
  version: z.literal(1),
  run: z.string(),
  attempt: z.number().int().positive(),
  at: z.string(),
  operator: operatorActionSchema,
});
