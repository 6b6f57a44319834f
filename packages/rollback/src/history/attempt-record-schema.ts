import type { Attribution } from "@langgraph-rollback/attribution";
import { CONFORMAL_METHODS } from "@langgraph-rollback/attribution/conformal";
import { z } from "zod";

import type { AskedRollback, AttemptPause, AttemptProblem, AttemptRecord } from "./attempt-record.ts";

const whole = z.number().int().nonnegative();

const tokens = z.array(
  z.object({
    model: z.string().exactOptional(),
    input: z.number(),
    output: z.number(),
    cacheRead: z.number().exactOptional(),
    cacheWrite: z.number().exactOptional(),
  }),
);

const outcome = z.object({
  ok: z.boolean(),
  reason: z.string().exactOptional(),
  score: z.number().exactOptional(),
  error: z.object({ name: z.string(), message: z.string() }).exactOptional(),
  verifier: z.string().exactOptional(),
  scoredBy: z.string().exactOptional(),
  cost: z.object({ tokens }).exactOptional(),
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
  tokens: tokens.exactOptional(),
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

const problem = z.object({ code: z.string(), name: z.string(), message: z.string() });

const effect = z.object({
  id: z.string(),
  kind: z.enum(["tool", "node", "act"]),
  name: z.string(),
  args: z.string(),
  key: z.string(),
  attempt: z.number().int().positive(),
  step: whole.exactOptional(),
  class: z.enum(["undoable", "irreversible", "held", "unknown"]),
  outcome: z.enum(["done", "failed", "unknown"]),
  standing: z.enum([
    "to-undo",
    "undone",
    "not-undone",
    "stands",
    "left-for-reuse",
    "held",
    "discarded",
    "released",
    "not-released",
    "passed-on",
  ]),
  sharedWith: z.string().exactOptional(),
  mayStillLand: z.literal(true).exactOptional(),
  repeated: z.literal(true).exactOptional(),
  problem: problem.exactOptional(),
});

const entry = {
  version: z.literal(1),
  run: z.string(),
  attempt: z.number().int().positive(),
  at: z.string(),
};

const planned = z.object({
  ...plan,
  note: z.string().exactOptional(),
  effects: z.array(effect).exactOptional(),
});

/** @internal Checks records before they are stored and after they are read; the types are those of {@link AttemptProblem}. */
export const attemptProblemSchema: z.ZodType<AttemptProblem> = z.object({
  ...entry,
  problem,
  effects: z.array(effect).exactOptional(),
});

/** @internal The same for {@link AttemptPause}. */
export const attemptPauseSchema: z.ZodType<AttemptPause> = z.object({
  ...entry,
  head: z.string(),
  questions: whole,
  breakpoints: z.array(z.string()),
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

const files = z.object({
  start: z.string().exactOptional(),
  end: z.string().exactOptional(),
  restored: z
    .object({
      snapshot: z.string(),
      replaced: z.string().exactOptional(),
      written: whole,
      removed: whole,
      conflicts: z.array(z.string()).exactOptional(),
      problems: z.array(z.object({ path: z.string(), reason: z.string() })).exactOptional(),
    })
    .exactOptional(),
  problem: problem.exactOptional(),
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
  files: files.exactOptional(),
  stopped: stopped.exactOptional(),
  stands: z.object({ attempt: z.number().int().positive(), fork: z.string() }).exactOptional(),
  rewind: rewind.exactOptional(),
  planned: planned.exactOptional(),
  effects: z.array(effect).exactOptional(),
  unfinished: z.literal(true).exactOptional(),
  note: z.string().exactOptional(),
  updates: z.record(z.string(), z.unknown()).exactOptional(),
  problem: problem.exactOptional(),
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
