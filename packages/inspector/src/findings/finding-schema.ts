import { z } from "zod";

import type { FindingView } from "../shared/view/finding-view.ts";
import { shortened } from "../shared/words/shortened.ts";

/** Characters of a name, and of a text. */
const NAME = 200;
const LONG = 4000;
/** Items of a list that a model wrote. */
const ITEMS = 200;

const cut = (length: number) => z.string().transform((text) => shortened(text, length).text);
const name = cut(NAME);
const text = cut(LONG);
const some = <Schema extends z.ZodType>(item: Schema) =>
  z.array(item).transform((items) => items.slice(0, ITEMS));
const share = z.number().min(0).max(1);
const step = z.int().min(0);
const amount = z.number().min(0);

const round = z.object({
  candidate: z
    .object({ step: step.optional(), agent: name.optional(), rationales: z.record(z.string(), text) })
    .optional(),
  opinions: some(z.object({ criterion: name, confidence: amount.optional(), reason: text })),
  confidence: amount,
});

const panel = z.object({
  mode: z.enum(["unified", "decoupled"]),
  votes: some(
    z.object({
      role: name,
      subject: z.enum(["agent", "step", "both"]),
      agents: some(name),
      step: step.optional(),
      confidence: share,
      reason: text,
      counted: z.boolean(),
    }),
  ),
  agreement: z.object({ agent: share, step: share }),
  disagreement: z.object({
    spread: share,
    consistent: z.boolean(),
    conflicting: z.boolean(),
    review: z.boolean(),
  }),
  alternatives: some(
    z.object({ agents: some(name), step: step.optional(), weight: share, roles: some(name), reason: text }),
  ),
});

const patterns = some(z.object({ bias: text, anomaly: text }));

const graph = z.object({
  subtasks: some(
    z.object({
      name,
      goal: text,
      start: step,
      end: step,
      oracle: z.object({ goal: text, acceptance: some(text) }),
    }),
  ),
  agents: some(
    z.object({
      subtask: step,
      agent: name,
      steps: z.array(step),
      otar: z.object({ observation: text, thought: text, action: text, result: text }).optional(),
    }),
  ),
  subtaskEdges: some(z.object({ from: step, to: step, type: name, patterns })),
  agentEdges: some(z.object({ subtask: step, from: name, to: name, type: name, patterns })),
  stepEdges: some(z.object({ from: step, to: step, output: text, input: text })),
});

const origin = z.object({
  step,
  stage: z.enum(["local", "planning-control", "data-flow"]),
  explains: some(step),
  reversible: z.boolean(),
  rescue: share,
});

/** A line of `evaluate --findings`. Of another method's details, those of the same shape are shown. */
export const findingLine: z.ZodType<{ readonly id: string; readonly finding: FindingView }> = z
  .object({
    format: z.literal("langgraph-rollback/finding"),
    version: z.literal(1),
    id: z.string(),
    method: name,
    withTruth: z.boolean(),
    run: z.int().min(1),
    scores: z.array(share.nullable()),
    step: step.optional(),
    agent: name.optional(),
    reason: text.optional(),
    reasons: z.array(text.nullable()).optional(),
    usage: z.object({
      calls: amount,
      inputTokens: amount,
      outputTokens: amount,
      latency: amount.optional(),
      cost: amount.optional(),
    }),
    problems: some(text),
    details: z.record(z.string(), z.unknown()),
  })
  .transform(({ details, id, ...said }) => ({
    id,
    finding: {
      method: said.method,
      withTruth: said.withTruth,
      run: said.run,
      step: said.step,
      agent: said.agent,
      reason: said.reason,
      scores: said.scores,
      reasons: said.reasons,
      usage: said.usage,
      problems: said.problems,
      rounds: some(round).safeParse(details["rounds"]).data,
      panel: panel.safeParse(details).data,
      graph: graph.safeParse(details["graph"]).data,
      origins: some(origin).safeParse(details["origins"]).data,
    },
  }));
