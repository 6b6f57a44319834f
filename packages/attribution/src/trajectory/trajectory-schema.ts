import { z } from "zod";

import type { StepLogprobs } from "./step-logprobs.ts";
import type {
  Step,
  StepError,
  StepOrigin,
  ToolCall,
  RunOutcome,
  DecisiveLabel,
  Trajectory,
} from "./trajectory.ts";

/** Requires a schema for every key of `T`, so that the schema and the types cannot drift apart. */
type Shape<T> = { readonly [K in keyof T]-?: z.ZodType<T[K]> };

const optionalText = z.exactOptional(z.string());
const optionalTime = z.exactOptional(z.iso.datetime());

const toolCall = z.object({
  name: z.string(),
  // JSON has no `undefined`: arguments that were never given read back as null.
  args: z.unknown().default(null),
  id: optionalText,
} satisfies Shape<ToolCall>);

const stepError = z.object({ name: z.string(), message: z.string() } satisfies Shape<StepError>);

const stepOrigin = z.object({
  node: z.string(),
  taskId: z.string(),
  superstep: z.int(),
  namespace: z.string(),
  before: z.string(),
  after: optionalText,
} satisfies Shape<StepOrigin>);

const logprob = z.number().min(-20).max(0);

const stepLogprobs = z.object({
  tokens: z.int().positive(),
  mean: logprob,
  least: logprob,
  unlikely: z.number().min(0).max(1),
  argumentEntropy: z.exactOptional(z.number().nonnegative()),
} satisfies Shape<StepLogprobs>);

const step = z.object({
  index: z.int().nonnegative(),
  agent: z.string(),
  to: optionalText,
  purpose: optionalText,
  content: z.string(),
  kind: z.exactOptional(z.enum(["user", "model", "tool", "other"])),
  toolCalls: z.exactOptional(z.array(toolCall)),
  logprobs: z.exactOptional(stepLogprobs),
  error: z.exactOptional(stepError),
  startedAt: optionalTime,
  endedAt: optionalTime,
  origin: z.exactOptional(stepOrigin),
} satisfies Shape<Step>);

const runOutcome = z.object({
  ok: z.boolean(),
  reason: optionalText,
  verifier: optionalText,
  stoppedEarly: z.exactOptional(z.literal(true)),
} satisfies Shape<RunOutcome>);

const decisiveLabel = z.object({
  decisiveStep: z.int().nonnegative(),
  lastPossibleStep: z.exactOptional(z.int().nonnegative()),
  convention: z.exactOptional(z.literal("last-recovering-start")),
  furtherDecisiveSteps: z.exactOptional(z.array(z.int().nonnegative())),
  planted: z.exactOptional(z.literal(true)),
  decisiveAgent: optionalText,
  reason: optionalText,
} satisfies Shape<DecisiveLabel>);

/** Shape of a {@link Trajectory}; unknown keys are dropped, and the order of keys in the output is fixed. */
export const trajectorySchema: z.ZodType<Trajectory> = z.object({
  id: z.string(),
  group: optionalText,
  task: z.string(),
  instructions: z.exactOptional(z.record(z.string(), z.string())),
  steps: z.array(step),
  outcome: z.exactOptional(runOutcome),
  label: z.exactOptional(decisiveLabel),
} satisfies Shape<Trajectory>);
