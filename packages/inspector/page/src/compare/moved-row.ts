import { nextDifference, type RowStatus } from "../../../src/shared/comparing/row-status.ts";

/** Moves of the cursor of a comparison. */
export type RowMove = "down" | "up" | "next-difference" | "previous-difference";

/** Message for a move that leads nowhere. */
export const NOWHERE: Readonly<Record<RowMove, string>> = {
  down: "That was the last row.",
  up: "That was the first row.",
  "next-difference": "No further difference.",
  "previous-difference": "No difference before this one.",
};

/**
 * Row that a move leads to.
 *
 * @param row   the row under the cursor, if there is one
 * @param first the first row that is shown: the kept ones may be folded away
 * @returns `undefined` where it leads nowhere
 */
export function movedRow(
  statuses: readonly RowStatus[],
  row: number | undefined,
  move: RowMove,
  first: number,
): number | undefined {
  switch (move) {
    case "down":
      return within(row === undefined || row < first ? first : row + 1, first, statuses.length);
    case "up":
      return row === undefined ? undefined : within(row - 1, first, statuses.length);
    case "next-difference":
      return nextDifference(statuses, row ?? -1, 1);
    case "previous-difference":
      return nextDifference(statuses, row ?? statuses.length, -1);
  }
}

function within(row: number, first: number, end: number): number | undefined {
  return row >= first && row < end ? row : undefined;
}
