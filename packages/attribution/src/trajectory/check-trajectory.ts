import type { z } from "zod";

import { TrajectoryFormatError } from "./trajectory-format-error.ts";
import { trajectorySchema } from "./trajectory-schema.ts";
import type { DecisiveLabel, Step, Trajectory } from "./trajectory.ts";

/**
 * The trajectory that `value` holds, without keys that the format does not know.
 *
 * @param line line of the file it stands on, from 1, for the message
 * @throws {TrajectoryFormatError} on a missing or mistyped field, on a step whose `index` is not its position, and on a
 *   decisive step outside the trajectory
 */
export function checkTrajectory(value: unknown, line?: number): Trajectory {
  const where = { line };
  const trajectory = checkShape(value, trajectorySchema, where);
  const { label, steps } = trajectory;
  checkStepPositions(steps, where);
  if (label !== undefined) checkLabel(label, steps, "label.", where);
  return trajectory;
}

/** Line of a file, from 1, where there is a file. */
export interface Where {
  readonly line?: number | undefined;
}

/**
 * Parses `value` with the schema.
 *
 * @throws {TrajectoryFormatError} that names the first field at fault
 */
export function checkShape<Shape>(value: unknown, schema: z.ZodType<Shape>, where: Where): Shape {
  const result = schema.safeParse(value);
  if (!result.success) throw new TrajectoryFormatError({ ...where, ...firstFault(value, result.error) });
  return result.data;
}

function firstFault(value: unknown, error: z.ZodError) {
  const issue = error.issues[0];
  const path = issue?.path ?? [];
  return {
    field: fieldName(path),
    expected:
      issue?.message.split(", received", 1)[0]?.replace(/^Invalid (input|option): expected /, "") ??
      "a trajectory",
    actual: valueAt(value, path),
    remedy: "Correct the field; docs of `Trajectory` say what it holds.",
  };
}

/** Refuses steps that are not numbered from 0, in order. */
export function checkStepPositions(steps: readonly Pick<Step, "index">[], where: Where): void {
  const misplaced = steps.findIndex((step, position) => step.index !== position);
  if (misplaced < 0) return;
  throw new TrajectoryFormatError({
    ...where,
    field: `steps[${misplaced}].index`,
    expected: `${misplaced}, its position`,
    actual: steps[misplaced]?.index,
    remedy: "Number the steps from 0, in order.",
  });
}

/**
 * Refuses a label of a step that is not there, further steps that are not ascending behind it, and a range that does not end behind it.
 *
 * @param prefix what stands before the fields' names in the file
 */
export function checkLabel(
  {
    decisiveStep,
    furtherDecisiveSteps = [],
    lastPossibleStep,
  }: Pick<DecisiveLabel, "decisiveStep" | "furtherDecisiveSteps" | "lastPossibleStep">,
  steps: readonly unknown[],
  prefix: string,
  where: Where,
): void {
  checkDecisiveStep(decisiveStep, steps, `${prefix}decisiveStep`, where);
  if (lastPossibleStep !== undefined) {
    const field = `${prefix}lastPossibleStep`;
    checkDecisiveStep(lastPossibleStep, steps, field, where);
    if (lastPossibleStep <= decisiveStep)
      throw new TrajectoryFormatError({
        ...where,
        field,
        expected: `a step after ${decisiveStep}`,
        actual: lastPossibleStep,
        remedy: "Leave it out where the label is one step; `decisiveStep` is the earliest of the range.",
      });
  }
  for (const [at, step] of furtherDecisiveSteps.entries()) {
    const field = `${prefix}furtherDecisiveSteps[${at}]`;
    checkDecisiveStep(step, steps, field, where);
    const before = furtherDecisiveSteps[at - 1] ?? decisiveStep;
    if (step > before) continue;
    throw new TrajectoryFormatError({
      ...where,
      field,
      expected: `a step after ${before}`,
      actual: step,
      remedy: "Name each decisive step once, in ascending order; `decisiveStep` is the earliest.",
    });
  }
}

/** Refuses a label of a step that is not there; `field` is what the file calls it. */
function checkDecisiveStep(
  decisiveStep: number,
  steps: readonly unknown[],
  field: string,
  where: Where,
): void {
  if (decisiveStep < steps.length) return;
  const known = `a step in 0..${steps.length - 1}`;
  throw new TrajectoryFormatError({
    ...where,
    field,
    expected: steps.length === 0 ? "no label on a trajectory without steps" : known,
    actual: decisiveStep,
    remedy: "Label one of the recorded steps, or leave the label out.",
  });
}

function fieldName(path: readonly PropertyKey[]): string {
  return path
    .map((key, depth) => (typeof key === "number" ? `[${key}]` : `${depth === 0 ? "" : "."}${String(key)}`))
    .join("");
}

/** Value at a path inside a value; undefined where there is nothing. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inside, key) => (typeof inside === "object" && inside !== null ? Reflect.get(inside, key) : undefined),
    value,
  );
}
