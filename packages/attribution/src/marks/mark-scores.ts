import { columnRows } from "../ensemble/ensemble-columns.ts";
import { pool } from "../ensemble/ensemble-scorer.ts";
import type { Mark } from "../scorers/step-scorer.ts";
import { judgesModel } from "./mark-weights.ts";
import { placesOf } from "./places-of.ts";
import { MARK_WEIGHTS } from "./shipped-mark-weights.ts";

const MODEL = judgesModel(MARK_WEIGHTS, ["judge"]);
const PLACES = MARK_WEIGHTS.positions.map(({ name }) => name);

/**
 * Step scores of one judge's marks, by `MARK_WEIGHTS`: a conditional logit of the marks and of where steps stand. Nothing of yours is
 * fitted, so that all labelled failures can calibrate. Of steps in the same place, the first that is marked wrong is the most suspicious; then come
 * neutral steps and those without a mark, then later wrong ones, which often follow from the first, then right ones.
 *
 * @param marks shape [l]
 * @returns shares in [0, 1] that sum to 1, shape [l]
 */
export function markScores(marks: readonly Mark[]): readonly number[] {
  return pool(MODEL, columnRows(MODEL.columns, [{ kind: "marks", marks }], placesOf(marks.length, PLACES)));
}
