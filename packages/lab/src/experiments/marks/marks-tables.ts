import { share, table } from "../../documents/table.ts";
import { JUDGES } from "../labelled-data/data-sets.ts";
import type { FewLabelsFigures } from "./few-labels.ts";
import type { FewRightRunsFigures } from "./few-right-runs.ts";
import type {
  MarksFigures,
  ScorerMarks,
  TaskFigure,
  VerdictFigures,
  VerifierMarks,
} from "./measure-marks.ts";

export const scorersOf = (figures: readonly MarksFigures[]): readonly ScorerMarks[] =>
  figures.filter((each) => each.kind === "scorers");

export const fewLabelsOf = (figures: readonly MarksFigures[]): readonly FewLabelsFigures[] =>
  figures.filter((each) => each.kind === "few-labels");

export const fewRightRunsOf = (figures: readonly MarksFigures[]): readonly FewRightRunsFigures[] =>
  figures.filter((each) => each.kind === "few-right-runs");

/** Every verifier once: a model that is measured alone in two jobs has the same figures in both. */
export const verifiersOf = (figures: readonly MarksFigures[]): readonly VerifierMarks[] => {
  const byName = new Map<string, VerifierMarks>();
  for (const each of figures) if (each.kind === "verifiers") byName.set(each.name, each);
  return [...byName.values()].toSorted((a, b) => Number(isSeveral(a)) - Number(isSeveral(b)));
};

export const isSeveral = ({ name }: Pick<VerifierMarks, "name">): boolean => name.endsWith(" together");

const withError = ({ mean, standardError }: TaskFigure): string =>
  `${share(mean, 3)} ± ${share(standardError, 3)}`;

/** Table of the worth of models as scorers. */
export const scorersTable = (figures: readonly MarksFigures[]): string =>
  table(
    ["scorer", "`interval`: coverage", "steps removed", "`suffix`: rollback coverage", "redo cost"],
    scorersOf(figures).map(({ methods: { interval, suffix }, name }) => [
      name,
      ...[interval?.coverage, interval?.removalRate, suffix?.rollbackCoverage, suffix?.redoCost].map((each) =>
        each === undefined ? "" : withError(each),
      ),
    ]),
  );

/** The judges and what is made of several, at one epsilon: what the document shows. */
export const shownVerifiers = (figures: readonly MarksFigures[], epsilon: number): readonly VerifierMarks[] =>
  verifiersOf(figures)
    .filter((each) => isSeveral(each) || JUDGES.includes(each.name))
    .map((each) => ({
      ...each,
      calibrated: each.calibrated.filter((verdicts) => verdicts.epsilon === epsilon),
    }));

/** Worth of models as verifiers. Those that are weighed together bear a star. */
export function verifiersTable(verifiers: readonly VerifierMarks[]): string {
  const epsilons = verifiers[0]?.calibrated.map(({ epsilon }) => epsilon) ?? [];
  const cells = ({ caught, rejected }: VerdictFigures): readonly string[] =>
    [rejected, caught].map(withError);
  return table(
    [
      "verifier",
      "by itself: right rejected",
      "wrong caught",
      ...epsilons.flatMap((epsilon) => [`epsilon ${share(epsilon)}: rejected`, "caught"]),
    ],
    verifiers.map(({ calibrated, name, uncalibrated }) => [
      JUDGES.includes(name) ? `${name} *` : name,
      ...cells(uncalibrated),
      ...calibrated.flatMap(cells),
    ]),
  );
}
