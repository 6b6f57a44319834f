import { z } from "zod";

import type { EffectMark } from "./mark.ts";

const of = { id: z.string(), order: z.number() };

const attempt = z.number().int().positive();

const task = z.object({ taskId: z.string(), namespace: z.string(), superstep: z.number() });

/** @internal Checks what a checkpointer gives back, which may leave out a value that is `undefined`. */
export const markSchema: z.ZodType<EffectMark> = z.discriminatedUnion("mark", [
  z.object({
    ...of,
    mark: z.literal("intent"),
    version: z.literal(1),
    slot: z.string(),
    kind: z.enum(["tool", "node", "act"]),
    name: z.string(),
    args: z.unknown().optional(),
    class: z.enum(["undoable", "irreversible", "held", "unknown"]),
    key: z.string(),
    userKey: z.string().exactOptional(),
    redo: z.enum(["again", "reuse"]),
    attempt,
    task,
    canReuse: z.boolean(),
    at: z.string(),
  }),
  z.object({ ...of, mark: z.literal("done"), result: z.unknown().optional(), isStored: z.boolean() }),
  z.object({
    ...of,
    mark: z.literal("failed"),
    error: z.object({ name: z.string(), message: z.string() }),
    wasCalled: z.literal(false).exactOptional(),
  }),
  z.object({ ...of, mark: z.literal("paused") }),
  z.object({ ...of, mark: z.literal("cut-off") }),
  z.object({ ...of, mark: z.literal("late") }),
  z.object({ ...of, mark: z.literal("loose"), why: z.enum(["task", "anew", "around"]), by: z.string() }),
  z.object({
    ...of,
    mark: z.literal("taken-over"),
    attempt,
    task,
    isCalled: z.literal(true).exactOptional(),
  }),
  z.object({ ...of, mark: z.literal("answered"), attempt, task }),
  z.object({ ...of, mark: z.literal("placed"), steps: z.array(z.number()) }),
  z.object({ ...of, mark: z.literal("undoing") }),
  z.object({ ...of, mark: z.literal("releasing") }),
  z.object({ ...of, mark: z.literal("released"), result: z.unknown().optional(), isStored: z.boolean() }),
  z.object({
    ...of,
    mark: z.literal("unreleased"),
    error: z.object({ name: z.string(), message: z.string() }),
  }),
  z.object({ ...of, mark: z.literal("passed-on") }),
  z.object({ ...of, mark: z.literal("undone"), isTold: z.literal(true).exactOptional() }),
]);
