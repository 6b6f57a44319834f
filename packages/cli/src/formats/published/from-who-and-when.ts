import type { DecisiveLabel, Step } from "@langgraph-rollback/attribution/trajectory";
import { z } from "zod";
import type { Imported, ImportedFile } from "../imported.ts";
import { messageContent } from "../message-content.ts";
import { actedAs } from "./acted-as.ts";
import { readRows, type Row } from "./read-rows.ts";
import { stepNumber } from "./step-number.ts";

const failure = z.object({
  question: z.string(),
  ground_truth: z.nullish(z.union([z.string(), z.number()])),
  is_correct: z.nullish(z.boolean()),
  is_corrected: z.nullish(z.boolean()),
  history: z.array(z.object({ content: messageContent, role: z.string(), name: z.nullish(z.string()) })),
  mistake_agent: z.nullish(z.string()),
  mistake_step: z.nullish(z.union([z.string(), z.int()])),
  mistake_reason: z.nullish(z.string()),
  // One of another shape does not keep the trace from being read.
  system_prompt: z.record(z.string(), z.string()).nullish().catch(undefined),
});

/** Whether a value has what failures of Who&When have, and no other layout. */
export function isWhoAndWhen(first: unknown): boolean {
  return (
    typeof first === "object" &&
    first !== null &&
    "history" in first &&
    "question" in first &&
    ("mistake_agent" in first || "mistake_step" in first)
  );
}

type Failure = z.infer<typeof failure>;
type Message = Failure["history"][number];

/**
 * Who&When as its authors publish it: one JSON object a file. The algorithm-generated part names agents in `name`; in the
 * hand-crafted part the beginning of `role` does, as in `Orchestrator (-> WebSurfer)`, whose bracket says whom the step addressed, or what it was
 * for. The part becomes the group. `system_prompt` has the agents' instructions.
 *
 * `mistake_step` counts from 0. `mistake_agent` gets the trajectory's spelling where it differs in case alone.
 *
 * @throws {TrajectoryFormatError}
 * @see arXiv:2505.00212, section 3
 */
export function fromWhoAndWhen({ stem, text }: ImportedFile): readonly Imported[] {
  const rows = readRows(text, failure);
  return rows.map((row, index) => imported(row, rows.length === 1 ? stem : `${stem}/${index + 1}`));
}

function imported({ line, value }: Row<Failure>, name: string): Imported {
  const { ground_truth: truth, history, is_correct: correct, is_corrected: corrected, question } = value;
  const { system_prompt: instructions } = value;
  const part = history.some((message) => typeof message.name === "string")
    ? "algorithm-generated"
    : "hand-crafted";
  const steps = history.map(stepOf);
  const ok = (correct ?? corrected) === true;
  return {
    trajectory: {
      id: `${part}/${name}`,
      group: part,
      task: question,
      ...(instructions === null || instructions === undefined ? {} : { instructions }),
      steps,
      outcome: { ok },
      ...(ok ? {} : labelOf(value, steps, line)),
    },
    ...(truth === null || truth === undefined ? {} : { groundTruth: `${truth}` }),
  };
}

function stepOf({ content, name, role }: Message, index: number): Step {
  const acted = typeof name === "string" ? { agent: name } : actedAs(role);
  return { index, ...acted, content, ...(acted.agent === "human" ? { kind: "user" as const } : {}) };
}

function labelOf(
  { mistake_agent: agent, mistake_reason: reason, mistake_step: step }: Failure,
  steps: readonly Step[],
  line: number,
): { readonly label?: DecisiveLabel } {
  if (step === null || step === undefined) return {};
  return {
    label: {
      decisiveStep: stepNumber(step, steps, { line, field: "mistake_step", first: 0 }),
      ...(typeof agent === "string" ? { decisiveAgent: spelling(agent, steps) } : {}),
      ...(typeof reason === "string" ? { reason } : {}),
    },
  };
}

function spelling(agent: string, steps: readonly Step[]): string {
  const alike = steps.find((step) => step.agent.toLowerCase() === agent.toLowerCase());
  return steps.some((step) => step.agent === agent) ? agent : (alike?.agent ?? agent);
}
