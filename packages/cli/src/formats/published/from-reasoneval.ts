import {
  type DecisiveLabel,
  type Step,
  TrajectoryFormatError,
} from "@langgraph-rollback/attribution/trajectory";
import { z } from "zod";
import type { Imported, ImportedFile } from "../imported.ts";
import { readRows, type Row } from "./read-rows.ts";
import { stepNumber } from "./step-number.ts";

const lines = z.array(z.union([z.string(), z.array(z.string())]));

const solution = z.object({
  question: z.string(),
  model_output_step_format: lines.optional(),
  model_output_steps: lines.optional(),
  model_output_solution_correctness: z.string(),
  model_output_solution_first_error_step: z.nullish(z.union([z.string(), z.int()])),
  ground_truth_answer: z.nullish(z.union([z.string(), z.number()])),
  question_type: z.nullish(z.string()),
});

type Solution = z.infer<typeof solution>;

/**
 * ReasonEval's solutions of maths problems, right and wrong: one object a line. `model_output_solution_first_error_step`
 * counts from 1. A right solution has no label and `outcome.ok`. A solution counts as wrong if one of its steps is, even
 * where its answer is right. A wrong solution without a first wrong step stays without a label.
 *
 * Steps stand in `model_output_step_format` or in `model_output_steps`; a step of several lines is joined. `question_type`
 * becomes the group.
 *
 * @throws {TrajectoryFormatError}
 * @see arXiv:2404.05692; arXiv:2509.06822, section 5.2
 */
export function fromReasoneval({ stem, text }: ImportedFile): readonly Imported[] {
  return readRows(text, solution).map((row, index) => imported(row, `${stem}/${index + 1}`));
}

function imported({ line, value }: Row<Solution>, id: string): Imported {
  const { ground_truth_answer: truth, question, question_type: group } = value;
  const steps = stepsOf(value, line);
  const ok = isRight(value, line);
  return {
    trajectory: {
      id,
      ...(typeof group === "string" ? { group } : {}),
      task: question,
      steps,
      outcome: { ok },
      ...(ok ? {} : labelOf(value, steps, line)),
    },
    ...(truth === null || truth === undefined ? {} : { groundTruth: `${truth}` }),
  };
}

function stepsOf(value: Solution, line: number): readonly Step[] {
  const texts = value.model_output_step_format ?? value.model_output_steps;
  if (texts === undefined || texts.length === 0)
    throw new TrajectoryFormatError({
      line,
      field: "model_output_step_format",
      expected: "the steps of the solution",
      actual: texts,
      remedy: "Name the format that the file has with `--from`.",
    });
  return texts.map((text, index) => ({
    index,
    agent: "solver",
    content: typeof text === "string" ? text : text.join("\n"),
    kind: "model",
  }));
}

function isRight({ model_output_solution_correctness: word }: Solution, line: number): boolean {
  const read = word.trim().toLowerCase();
  if (read === "correct" || read === "wrong") return read === "correct";
  throw new TrajectoryFormatError({
    line,
    field: "model_output_solution_correctness",
    expected: '"correct" or "wrong"',
    actual: word,
    remedy: "Correct the field, or leave the line out.",
  });
}

function labelOf(
  { model_output_solution_first_error_step: first }: Solution,
  steps: readonly Step[],
  line: number,
): { readonly label?: DecisiveLabel } {
  if (first === null || first === undefined || first === "N/A") return {};
  const field = "model_output_solution_first_error_step";
  return { label: { decisiveStep: stepNumber(first, steps, { line, field, first: 1 }) } };
}
