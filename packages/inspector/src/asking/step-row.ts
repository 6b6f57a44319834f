import { z } from "zod";

import type { AttemptView, StepView } from "../shared/view/thread-view.ts";
import { ordinal, recorded } from "./run-tool.ts";
import type { Told } from "./told.ts";

/** A step in a list. */
export interface StepRow {
  readonly step: number;
  readonly agent: string;
  readonly node?: string | undefined;
  readonly kind?: string | undefined;
  readonly summary: string;
  readonly tools?: string[] | undefined;
  readonly error?: string | undefined;
  readonly score?: number | undefined;
  readonly inSet?: boolean | undefined;
  readonly kept?: boolean | undefined;
  readonly startedAt?: string | undefined;
  readonly ms?: number | undefined;
  readonly tokens?: { readonly input: number; readonly output: number } | undefined;
  readonly depth?: number | undefined;
}

/** Its shape. */
export const stepRow: z.ZodType<StepRow, StepRow> = z.object({
  step: ordinal,
  agent: recorded,
  node: recorded.optional(),
  kind: z.string().optional(),
  summary: recorded.describe(
    "Recorded text: the beginning of its output or action. `read_step` has the whole.",
  ),
  tools: z.array(recorded).optional(),
  error: recorded.optional(),
  score: z.number().optional().describe("How likely it is the decisive step."),
  inSet: z.boolean().optional().describe("Whether it is in the prediction set."),
  kept: z.boolean().optional().describe("Taken over from the attempt before, and not run again."),
  startedAt: z.string().optional(),
  ms: z.number().optional(),
  tokens: z.object({ input: z.number(), output: z.number() }).optional(),
  depth: z.number().optional().describe("Subgraphs around it."),
});

/** A step of an attempt as a row. */
export function stepRowOf({ attribution, kept }: AttemptView, step: StepView, told: Told): StepRow {
  const { agent, depth, error, index, kind, ms, node, startedAt, summary, tokens, tools } = step;
  const score = attribution?.scores[index];
  return {
    step: index + 1,
    agent: told.text("Name of an agent", agent, 200),
    ...(node === undefined || node === agent ? {} : { node: told.text("Name of a node", node, 200) }),
    kind,
    summary: told.text("Summary of a step", summary, 400),
    ...(tools.length === 0 ? {} : { tools: tools.map((name) => told.text("Name of a tool", name, 200)) }),
    ...(error === undefined ? {} : { error: told.text("Error of a step", error, 400) }),
    ...(score === undefined ? {} : { score: rounded(score) }),
    ...(attribution === undefined ? {} : { inSet: attribution.set.steps.includes(index) }),
    ...(index < kept ? { kept: true } : {}),
    startedAt,
    ms,
    tokens: tokens && { input: tokens.input, output: tokens.output },
    ...(depth === 0 ? {} : { depth }),
  };
}

/** Four digits are more than a score means. */
export const rounded = (value: number): number => Number(value.toPrecision(4));
