import { firstDecisive, type LabelledRun } from "@langgraph-rollback/attribution/conformal";
import { bootstrapInterval, meanAndStd } from "@langgraph-rollback/attribution/conformal/evaluation";
import type { Failures } from "../learnt-split.ts";
import type { FoldsGroup, TopShare } from "./folds-report.ts";
import { shareAmongFirst } from "./share-among-first.ts";

/** Numbers of steps that are looked at. */
const MOST = [1, 3];

/**
 * Figures of all failures, and of each group if there are several, in the order of the data.
 *
 * @param draws scores of the failures, shape [draws, n]
 * @param seed  decides the bootstrap
 */
export function foldFigures(
  { labelled, units }: Failures,
  draws: readonly (readonly LabelledRun[])[],
  seed: number,
): readonly FoldsGroup[] {
  const named = [...new Set(labelled.flatMap(({ group }) => group ?? []))];
  const groups: readonly (string | null)[] = named.length > 1 ? [null, ...named] : [null];
  return groups.map((group) => {
    const positions = labelled.flatMap((each, at) => (group === null || each.group === group ? [at] : []));
    const own = positions.map((position) => units?.[position] ?? `${position}`);
    const inGroup = draws.map((runs) => positions.flatMap((position) => runs[position] ?? []));
    return {
      group,
      n: positions.length,
      units: new Set(own).size,
      top: MOST.map((most) => topShare(inGroup, own, { most, seed })),
    };
  });
}

/** @param units of each failure, shape [n] */
function topShare(
  draws: readonly (readonly LabelledRun[])[],
  units: readonly string[],
  { most, seed }: { readonly most: number; readonly seed: number },
): TopShare {
  const shares = draws.map((runs) =>
    runs.map((run) => shareAmongFirst(run.stepScores, firstDecisive(run), most)),
  );
  const means = units.map((_, at) => mean(shares.map((draw) => draw[at] ?? Number.NaN)));
  const chances = draws[0]?.map(({ stepScores }) => Math.min(1, most / stepScores.length)) ?? [];
  return {
    most,
    share: meanAndStd(shares.map(mean)),
    interval: bootstrapInterval(means, seed, units),
    chance: mean(chances),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
