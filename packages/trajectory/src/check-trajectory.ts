import type { z } from "zod";

import { TrajectoryFormatError } from "./trajectory-format-error.ts";
import { trajectorySchema } from "./trajectory-schema.ts";
import type { Trajectory } from "./trajectory.ts";

/**
 * The trajectory that `value` holds, without keys that the format does not know.
 *
 * @param line line of the file it stands on, from 1, for the message
 * @throws {TrajectoryFormatError} on a missing or mistyped field, on a step whose `index` is not its position, and on a
 *   decisive step outside the trajectory
 */
export function checkTrajectory(value: unknown, line?: number): Trajectory {
  const where = line === undefined ? {} : { line };
  const result = trajectorySchema.safeParse(value);
  if (!result.success) throw new TrajectoryFormatError({ ...where, ...firstFault(value, result.error) });
  checkPositions(result.data, where);
  return result.data;
}

function firstFault(value: unknown, error: z.ZodError) {
  const issue = error.issues[0];
  const path = issue?.path ?? [];
  return {
    field: fieldName(path),
    expected:
      issue?.message.replace(/^Invalid (input|option): expected /, "").replace(/, received.*$/, "") ??
      "a trajectory",
    actual: valueAt(value, path),
    remedy: "Correct the field; docs of `Trajectory` say what it holds.",
  };
}

function checkPositions(trajectory: Trajectory, where: { readonly line?: number }): void {
  const { label, steps } = trajectory;
  const misplaced = steps.findIndex((step, position) => step.index !== position);
  if (misplaced >= 0) {
    throw new TrajectoryFormatError({
      ...where,
      field: `steps[${misplaced}].index`,
      expected: `${misplaced}, its position`,
      actual: steps[misplaced]?.index,
      remedy: "Number the steps from 0, in order.",
    });
  }
  if (label !== undefined && label.decisiveStep >= steps.length) {
    throw new TrajectoryFormatError({
      ...where,
      field: "label.decisiveStep",
      expected:
        steps.length === 0 ? "no label on a trajectory without steps" : `a step in 0..${steps.length - 1}`,
      actual: label.decisiveStep,
      remedy: "Label one of the recorded steps, or leave the label out.",
    });
  }
}

function fieldName(path: readonly PropertyKey[]): string {
  return path
    .map((key, depth) => (typeof key === "number" ? `[${key}]` : `${depth === 0 ? "" : "."}${String(key)}`))
    .join("");
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inside, key) => (typeof inside === "object" && inside !== null ? Reflect.get(inside, key) : undefined),
    value,
  );
}
