import { z } from "zod";

import { checkLabel, checkShape, checkStepPositions, valueAt, type Where } from "./check-trajectory.ts";
import { parseJson, parseTrajectory } from "./parse-trajectory.ts";
import { readLines } from "./parse-trajectories.ts";
import { TrajectoryFormatError } from "./trajectory-format-error.ts";
import type { DecisiveLabel, Trajectory } from "./trajectory.ts";

/** How to read foreign traces. */
export interface LabelledTracesOptions {
  /**
   * Field of each line that becomes the trajectory's `group`, such as `subset` or `meta.model`; its value is a string, a
   * number or a boolean. Without it traces have no group, and our own trajectories keep theirs.
   */
  readonly groupKey?: string | undefined;
}

/**
 * Reads JSON Lines of labelled failures in the form that published data sets are brought into: one object a line with
 * `id`, `task`, `steps` of `{index, agent, content}` and `decisiveStep` (0-based, or null if unknown), and
 * optionally `furtherDecisiveSteps`, `decisiveAgent` and `reason`. Other fields are ignored, so the ground truth never reaches a scorer.
 *
 * A line in the format of {@link parseTrajectory} is read as such: a file may mix the two.
 *
 * @throws {TrajectoryFormatError} on the first line that cannot be read; it names the line, from 1, and the field
 */
export function parseLabelledTraces(
  text: string,
  options: LabelledTracesOptions = {},
): readonly Trajectory[] {
  return readLines(text, (line, lineNumber) => parseTrace(line, { line: lineNumber }, options));
}

const optionalText = z.nullish(z.string());

const traceSchema = z.object({
  id: z.string(),
  task: z.string(),
  steps: z.array(z.object({ index: z.int().nonnegative(), agent: z.string(), content: z.string() })),
  decisiveStep: z.nullish(z.int().nonnegative()),
  furtherDecisiveSteps: z.nullish(z.array(z.int().nonnegative())),
  decisiveAgent: optionalText,
  reason: optionalText,
});

type Trace = z.infer<typeof traceSchema>;

function parseTrace(
  text: string,
  where: { readonly line: number },
  { groupKey }: LabelledTracesOptions,
): Trajectory {
  const value = parseJson(text, where.line);
  const own = valueAt(value, ["format"]) !== undefined;
  const trajectory = own ? parseTrajectory(text, where.line) : importTrace(value, where);
  return groupKey === undefined ? trajectory : { ...trajectory, group: groupOf(value, groupKey, where) };
}

function importTrace(value: unknown, where: Where): Trajectory {
  const trace = checkShape(value, traceSchema, where);
  const { decisiveStep, id, steps, task } = trace;
  checkStepPositions(steps, where);
  if (typeof decisiveStep !== "number") return { id, task, steps };
  const label = labelOf(decisiveStep, trace);
  checkLabel(label, steps, "", where);
  return { id, task, steps, label };
}

function labelOf(
  decisiveStep: number,
  { decisiveAgent, furtherDecisiveSteps, reason }: Trace,
): DecisiveLabel {
  return {
    decisiveStep,
    ...(Array.isArray(furtherDecisiveSteps) ? { furtherDecisiveSteps } : {}),
    ...(typeof decisiveAgent === "string" ? { decisiveAgent } : {}),
    ...(typeof reason === "string" ? { reason } : {}),
  };
}

function groupOf(value: unknown, key: string, where: Where): string {
  const group = valueAt(value, key.split("."));
  if (typeof group === "string" || typeof group === "number" || typeof group === "boolean") return `${group}`;
  throw new TrajectoryFormatError({
    ...where,
    field: key,
    expected: "a string, number or boolean to group by",
    actual: group,
    remedy: "Group by a field that every line has.",
  });
}
