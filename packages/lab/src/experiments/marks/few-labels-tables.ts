import { share, table } from "../../documents/table.ts";
import { JUDGES } from "../labelled-data/data-sets.ts";
import type { FewLabelsFigures } from "./few-labels.ts";
import type { FewRightRunsFigures } from "./few-right-runs.ts";

const withError = ({
  mean,
  standardError,
}: {
  readonly mean: number;
  readonly standardError: number;
}): string => `${share(mean, 3)} ± ${share(standardError, 3)}`;

const READ = { weights: "weights of other domains", ensemble: "ensemble fitted to labels" } as const;

/** Table of the results of few labels. */
export const fewLabelsTable = (figures: readonly FewLabelsFigures[]): string =>
  table(
    [
      "judges",
      "read by",
      "domains",
      "labels",
      "`interval`: coverage",
      "steps removed",
      "`suffix`: rollback coverage",
      "redo cost",
    ],
    figures
      .toSorted(
        (a, b) => a.judges.localeCompare(b.judges) * -1 || a.domains - b.domains || a.labels - b.labels,
      )
      .map(({ by, domains, judges, labels, methods: { interval, suffix } }) => [
        judges === "together" ? `${JUDGES.length} together` : "each alone",
        READ[by],
        `${domains}`,
        `${labels}`,
        ...[interval?.coverage, interval?.removalRate, suffix?.rollbackCoverage, suffix?.redoCost].map(
          (each) => (each === undefined ? "" : withError(each)),
        ),
      ]),
  );

/** Table of a verifier's results with few right runs. */
export const fewRightRunsTable = (figures: readonly FewRightRunsFigures[]): string =>
  table(
    ["right runs", "rank", "right rejected", "wrong caught"],
    figures
      .toSorted((a, b) => a.right - b.right)
      .map(({ caught, rank, rejected, right }) => [
        `${right}`,
        rank === "drawn" ? "drawn" : "rounded up",
        withError(rejected),
        withError(caught),
      ]),
  );
