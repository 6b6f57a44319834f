import type { Attribution } from "@langgraph-rollback/attribution";
import { CONFORMAL_METHODS } from "@langgraph-rollback/attribution/conformal";
import { z } from "zod";

import type { AskedRollback, AttemptPause, AttemptProblem, AttemptRecord } from "./attempt-record.ts";
import { effectSchema } from "./effect-schema.ts";
import { filesSchema } from "./files-schema.ts";
import { operatorActionSchema } from "./operator-action.ts";
import { problemSchema } from "./problem-schema.ts";
import { tokensSchema } from "./tokens-schema.ts";
import { watchSchema } from "./watch-schema.ts";
import { whole } from "./whole.ts";

const outcome = z.object({
  ok: z.boolean(),
  reason: z.string().exactOptional(),
  score: z.number().exactOptional(),
  error: z.object({ name: z.string(), message: z.string() }).exactOptional(),
  asked: z
    .object({
      reason: z.string(),
      tool: z.string().exactOptional(),
      call: whole.exactOptional(),
      quote: z.string().exactOptional(),
      step: whole.exactOptional(),
    })
    .exactOptional(),
  early: z
    .union([
      z.object({ by: z.literal("alarm"), step: whole, alarm: z.number(), above: z.number() }),
      z.object({
        by: z.literal("check"),
        step: whole,
        from: whole,
        node: z.string(),
        to: z.enum(["set", "node"]),
      }),
    ])
    .exactOptional(),
  verifier: z.string().exactOptional(),
  scoredBy: z.string().exactOptional(),
  cost: z.object({ tokens: tokensSchema }).exactOptional(),
});

const short = z.object({ reason: z.string(), needed: z.number() });

const explanation = z.object({
  step: whole,
  logit: z.number().exactOptional(),
  parts: z.array(
    z.object({
      says: z.string(),
      logit: z.number().exactOptional(),
      by: z.string().exactOptional(),
      reason: z.string().exactOptional(),
    }),
  ),
  rest: z.object({ parts: whole, logit: z.number() }).exactOptional(),
});

const convention = z.literal("last-recovering-start");

const found = {
  scores: z.array(z.number()),
  set: z.object({
    steps: z.array(whole),
    range: z.object({ start: whole, end: whole }),
    level: z.number(),
    drawn: z.object({ u: z.number(), average: z.number() }).exactOptional(),
    guarantee: z.enum(["exact", "approximate", "none"]),
    trivial: short.exactOptional(),
    shortfall: short.exactOptional(),
    confidence: z.number().exactOptional(),
    fallback: z.string().exactOptional(),
    positionOnly: z.string().exactOptional(),
    reason: z.string(),
  }),
  alpha: z.number(),
  n: whole,
  scorerFingerprint: z.string(),
  fallback: z.object({ scorer: z.string(), code: z.string(), message: z.string() }).exactOptional(),
  calibrated: z
    .object({
      method: z.enum([...CONFORMAL_METHODS, "selected"]),
      goal: z.union([z.enum(["first", "mean"]), z.number()]),
      convention: convention.exactOptional(),
      id: z.string().exactOptional(),
    })
    .exactOptional(),
  otherVerifier: z.object({ calibrated: z.string(), actual: z.string() }).exactOptional(),
  explanations: z.array(explanation).exactOptional(),
  unexplained: z.string().exactOptional(),
};

/** @internal Also for attributions that stand in files. */
export const attributionSchema: z.ZodType<Attribution> = z.discriminatedUnion("status", [
  z.object({ status: z.literal("bounded"), ...found }),
  z.object({ status: z.literal("unbounded"), reason: z.string(), ...found }),
]);

const call = z.object({ taskId: z.string(), path: z.array(z.unknown()), position: whole });

const memory = z.object({ namespace: z.string(), checkpoint: z.string().exactOptional(), copy: z.string() });

const kept = z.array(z.object({ taskId: z.string(), node: z.string(), call: call.exactOptional() }));

const calledTasks = z.array(
  z.object({
    task: z.string(),
    node: z.string().exactOptional(),
    start: z.number(),
    end: z.number(),
    call: call.exactOptional(),
  }),
);

const promise = z.object({
  attempt: z.literal(1),
  level: z.number(),
  alpha: z.number(),
  guarantee: z.enum(["exact", "approximate"]),
  convention: convention.exactOptional(),
});

const spent = z.object({
  steps: whole,
  startedAt: z.string().exactOptional(),
  tokens: tokensSchema.exactOptional(),
  cached: z.number().exactOptional(),
});

const calls = z.object({
  calls: whole,
  withNote: whole,
  note: z.enum(["seen", "unseen", "unknown"]),
  cached: z.number().exactOptional(),
});

const failedAt = z.object({ step: whole, agent: z.string() });

const stopped = z.object({
  by: z.enum([
    "rollbacks",
    "steps",
    "time",
    "tokens",
    "money",
    "same-failure",
    "policy",
    "irreversible-effect",
    "declined",
    "recovery",
    "observing",
  ]),
  limit: z.number().exactOptional(),
  used: z.number().exactOptional(),
  held: z.enum(["release", "discard"]).exactOptional(),
});

const plan = {
  memory: z.array(memory).exactOptional(),
  step: whole,
  kind: z.enum(["superstep", "siblings-kept", "graft"]),
  keep: kept.exactOptional(),
  into: z
    .array(
      z.object({
        node: z.string(),
        taskId: z.string(),
        namespace: z.string(),
        checkpoint: z.string(),
        keep: kept.exactOptional(),
      }),
    )
    .exactOptional(),
  // Records of older versions name none.
  policy: z.string().default("to-set"),
  promise: promise.exactOptional(),
  reach: z.number().exactOptional(),
  reason: z.string().exactOptional(),
  warning: z.literal("ONLY_RESTARTS").exactOptional(),
  drawn: z.literal(true).exactOptional(),
  checkpoint: z.string(),
  kept: whole,
  redone: whole,
};

const rewind = z.object({ ...plan, fork: z.string(), over: z.string().exactOptional() });

const entry = {
  version: z.literal(1),
  run: z.string(),
  attempt: z.number().int().positive(),
  at: z.string(),
};

const planned = z.object({
  ...plan,
  note: z.string().exactOptional(),
  effects: z.array(effectSchema).exactOptional(),
});

/** @internal Checks records before they are stored and after they are read; the types are those of {@link AttemptProblem}. */
export const attemptProblemSchema: z.ZodType<AttemptProblem> = z.object({
  ...entry,
  problem: problemSchema,
  effects: z.array(effectSchema).exactOptional(),
});

/** @internal The same for {@link AttemptPause}. */
export const attemptPauseSchema: z.ZodType<AttemptPause> = z.object({
  ...entry,
  head: z.string(),
  questions: whole,
  breakpoints: z.array(z.string()),
  watch: watchSchema.exactOptional(),
});

const recovery = z.object({
  procedure: z.string(),
  maxRollbacks: whole,
  audited: z.boolean(),
  promise: z
    .object({
      within: whole,
      level: z.number(),
      alpha: z.number(),
      delta: z.number().exactOptional(),
      n: whole,
      guarantee: z.enum(["exact", "approximate"]),
    })
    .exactOptional(),
  learnt: z
    .object({
      agent: z.string(),
      version: z.string(),
      cap: z.enum(["lifted", "last-recovering-start", "own"]),
    })
    .exactOptional(),
  handedOver: z.literal(true).exactOptional(),
});

const record = {
  ...entry,
  head: z.string(),
  outcome: outcome.exactOptional(),
  decision: z.enum(["accept", "roll-back", "give-up"]),
  reason: z.string(),
  attribution: attributionSchema.exactOptional(),
  calls: calls.exactOptional(),
  spent: spent.exactOptional(),
  failedAt: failedAt.exactOptional(),
  recovery: recovery.exactOptional(),
  calledTasks: calledTasks.exactOptional(),
  files: filesSchema.exactOptional(),
  watch: watchSchema.exactOptional(),
  stopped: stopped.exactOptional(),
  stands: z.object({ attempt: z.number().int().positive(), fork: z.string() }).exactOptional(),
  rewind: rewind.exactOptional(),
  planned: planned.exactOptional(),
  effects: z.array(effectSchema).exactOptional(),
  unfinished: z.literal(true).exactOptional(),
  note: z.string().exactOptional(),
  updates: z.record(z.string(), z.unknown()).exactOptional(),
  operator: operatorActionSchema.exactOptional(),
  problem: problemSchema.exactOptional(),
};

/** @internal The same for {@link AttemptRecord}. */
export const attemptRecordSchema: z.ZodType<AttemptRecord> = z.object(record);

/** @internal The same for {@link AskedRollback}. */
export const askedRollbackSchema: z.ZodType<AskedRollback> = z.object({
  ...entry,
  head: z.string(),
  checkpoint: z.string().exactOptional(),
  record: z.object({ ...record, rewind }),
});
