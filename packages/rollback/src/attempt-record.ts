import { z } from "zod";

const outcomeSchema = z.object({
  ok: z.boolean(),
  reason: z.string().optional(),
  score: z.number().optional(),
  error: z.object({ name: z.string(), message: z.string() }).optional(),
});

const attributionSchema = z.object({
  status: z.enum(["bounded", "unbounded"]),
  scores: z.array(z.number()),
  set: z.object({
    steps: z.array(z.number()),
    range: z.object({ start: z.number(), end: z.number() }),
    level: z.number(),
    guarantee: z.enum(["exact", "approximate", "none"]),
    trivial: z.object({ reason: z.string(), needed: z.number() }).optional(),
    fallback: z.string().optional(),
    reason: z.string(),
  }),
  alpha: z.number(),
  n: z.number(),
  scorerFingerprint: z.string(),
  reason: z.string().optional(),
});

const rewindSchema = z.object({
  /** Index of the first step that is run again. */
  step: z.number(),
  /** Why there: the prediction set's first step, or the start of the turn. */
  strategy: z.enum(["set", "restart"]),
  /** Checkpoint just before that step. */
  checkpoint: z.string(),
  /** The new checkpoint that the next attempt starts from. */
  fork: z.string(),
  /** Steps that stay valid, and steps that are run again at most. */
  kept: z.number(),
  redone: z.number(),
});

/** @internal What is stored about one finished attempt. */
export const attemptRecordSchema = z.object({
  version: z.literal(1),
  run: z.string(),
  /** 1-based. */
  attempt: z.number().int().positive(),
  /** When it was decided, ISO 8601, UTC. */
  at: z.string(),
  /** The attempt's last checkpoint: `readTrajectory` with this `checkpoint_id` gives its steps. */
  head: z.string(),
  /** Absent when the verifier itself failed. */
  outcome: outcomeSchema.optional(),
  decision: z.enum(["accept", "roll-back", "give-up"]),
  /** Why, as a sentence. */
  reason: z.string(),
  attribution: attributionSchema.optional(),
  rewind: rewindSchema.optional(),
  /** The replanning note as text, and the channel updates that carry it. */
  note: z.string().optional(),
  updates: z.record(z.string(), z.unknown()).optional(),
  /** A failure inside the rollback machinery itself; the user's result was left as it was. */
  problem: z.object({ code: z.string(), name: z.string(), message: z.string() }).optional(),
});

type DeepReadonly<T> = T extends readonly (infer V)[]
  ? readonly DeepReadonly<V>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;

/** What happened in one attempt and what was decided after it. Its stored form is versioned. */
export type AttemptRecord = DeepReadonly<z.infer<typeof attemptRecordSchema>>;

/** Where the graph was rewound to after a failed attempt. */
export type RewindRecord = NonNullable<AttemptRecord["rewind"]>;
