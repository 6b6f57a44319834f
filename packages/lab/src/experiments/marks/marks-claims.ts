import { share } from "../../documents/table.ts";
import type { Claim } from "../experiment.ts";
import { JUDGES } from "../labelled-data/data-sets.ts";
import { fewLabelsClaims } from "./few-labels-claims.ts";
import { fewLabelsOf, fewRightRunsOf, isSeveral, scorersOf, verifiersOf } from "./marks-tables.ts";
import type { MarksFigures, VerifierMarks } from "./measure-marks.ts";

const TOGETHER = `all ${JUDGES.length} together`;
/** Standard errors that a mean may be off. */
const ERRORS = 3;
/** A share of right runs that a verifier by itself may reject without being called costly. */
const COSTLY = 0.1;
/** At this epsilon the panel is described. */
const EPSILON = 0.05;

/** Claims of our documents about models' opinions. */
export const marksClaims = (figures: readonly MarksFigures[]): readonly Claim[] => [
  removesMost(figures),
  holdsEpsilon(figures),
  rejectsByItself(figures),
  panelCatchesMost(figures),
  ...fewLabelsClaims(fewLabelsOf(figures), fewRightRunsOf(figures)),
];

function removesMost(figures: readonly MarksFigures[]): Claim {
  const removed = (name: string): number =>
    scorersOf(figures).find((each) => each.name === name)?.methods.interval?.removalRate.mean ?? Number.NaN;
  const best = Math.max(...JUDGES.map(removed));
  return {
    sentence: "Five models together remove more than each of them, and each of them more than positions.",
    holds: removed(TOGETHER) > best && JUDGES.every((name) => removed(name) > removed("position")),
    measured: `${share(removed(TOGETHER))}, the best alone ${share(best)}, positions ${share(removed("position"))}`,
  };
}

function holdsEpsilon(figures: readonly MarksFigures[]): Claim {
  const above = verifiersOf(figures).flatMap(({ calibrated }) =>
    calibrated.map(({ epsilon, rejected }) => (rejected.mean - epsilon) / rejected.standardError),
  );
  const most = Math.max(...above.filter((each) => !Number.isNaN(each)));
  return {
    sentence: `Calibrated, no verifier rejects more right runs than epsilon, within ${ERRORS} standard errors.`,
    holds: most <= ERRORS,
    measured: `the one furthest above is so by ${Math.max(0, most).toFixed(1)} standard errors`,
  };
}

const alone = (figures: readonly MarksFigures[]): readonly VerifierMarks[] =>
  verifiersOf(figures).filter((each) => !isSeveral(each));

function rejectsByItself(figures: readonly MarksFigures[]): Claim {
  const rejected = alone(figures).map(({ uncalibrated }) => uncalibrated.rejected.mean);
  return {
    sentence: `By itself, a model rejects right runs, and many a model more than ${share(COSTLY)} of them.`,
    holds:
      Math.min(...rejected) > 0 && rejected.filter((each) => each > COSTLY).length >= rejected.length / 3,
    measured: `${share(Math.min(...rejected), 3)} to ${share(Math.max(...rejected), 3)}; ${rejected.filter((each) => each > COSTLY).length} of ${rejected.length} models reject more`,
  };
}

function panelCatchesMost(figures: readonly MarksFigures[]): Claim {
  const caught = ({ calibrated }: VerifierMarks): number =>
    calibrated.find(({ epsilon }) => epsilon === EPSILON)?.caught.mean ?? Number.NaN;
  const panel = Math.max(
    ...verifiersOf(figures)
      .filter(({ name }) => name === TOGETHER)
      .map(caught),
  );
  const best = Math.max(...alone(figures).map(caught));
  return {
    sentence: `At epsilon ${share(EPSILON)}, the panel of five catches more wrong runs than any model alone.`,
    holds: panel > best,
    measured: `${share(panel, 3)}, the best alone ${share(best, 3)}`,
  };
}
