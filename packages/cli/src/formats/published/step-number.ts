import { type Step, TrajectoryFormatError } from "@langgraph-rollback/attribution/trajectory";

/** Place of a step's number in a file, and the file's way of counting. */
export interface NumberedFrom {
  readonly line: number;
  readonly field: string;
  /** Number that the file gives the first step. */
  readonly first: 0 | 1;
}

/**
 * The 0-based index of a step that a file names by number.
 *
 * @throws {TrajectoryFormatError} if the trajectory has no such step
 */
export function stepNumber(
  named: string | number,
  steps: readonly Step[],
  { field, first, line }: NumberedFrom,
): number {
  const number = typeof named === "number" || /^\s*\d{1,9}\s*$/.test(named) ? Number(named) : Number.NaN;
  const index = number - first;
  if (Number.isInteger(index) && index >= 0 && index < steps.length) return index;
  throw new TrajectoryFormatError({
    line,
    field,
    expected:
      steps.length === 0
        ? "no label where there are no steps"
        : `a step in ${first}..${steps.length - 1 + first}`,
    actual: named,
    remedy: "Correct the label, or leave the line out.",
  });
}
