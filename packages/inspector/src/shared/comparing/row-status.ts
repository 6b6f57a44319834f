import type { StepView } from "../view/thread-view.ts";
import type { ComparedRow } from "./align-steps.ts";

/** Result of a comparison for the steps of one row. */
export type RowStatus = "kept" | "same" | "differs" | "only-a" | "only-b";

/** "same" compares what rows show: the beginning of the output, the tool calls and the error. */
export function rowStatus(row: ComparedRow, a: readonly StepView[], b: readonly StepView[]): RowStatus {
  if (row.kind !== "paired") return row.kind;
  return shown(a[row.a]) === shown(b[row.b]) ? "same" : "differs";
}

function shown(step: StepView | undefined): string {
  return JSON.stringify([step?.summary, step?.tools, step?.error]);
}

/**
 * The next row where the attempts differ.
 *
 * @param from   row to start after; -1 for the very beginning
 * @param stride 1 looks onwards, -1 back
 * @returns `undefined` if there is none in this direction
 */
export function nextDifference(
  statuses: readonly RowStatus[],
  from: number,
  stride: 1 | -1,
): number | undefined {
  for (let row = from + stride; row >= 0 && row < statuses.length; row += stride) {
    const status = statuses[row];
    if (status !== "kept" && status !== "same") return row;
  }
  return undefined;
}
