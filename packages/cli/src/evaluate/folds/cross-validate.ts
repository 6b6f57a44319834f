import type { EnsembleMember } from "@langgraph-rollback/attribution";
import { type LabelledRun, seededRandom } from "@langgraph-rollback/attribution/conformal";
import { EvaluationError } from "@langgraph-rollback/lab/errors";
import { type Failures, scoreAll } from "../learnt-split.ts";
import { foldsByUnit, shuffledByUnit } from "../unit-split.ts";
import type { FoldsOptions } from "./folds-options.ts";

/**
 * Scores each failure by a scorer that learnt on the other folds, once for each draw of the folds. Failures of one unit are in the same fold.
 * A scorer that does not learn scores once.
 *
 * @param advance runs after each fold of each draw
 * @returns shape [draws, n], failures in the order of the data
 * @throws {EvaluationError} if there are fewer units than folds
 */
export async function crossValidate(
  failures: Failures,
  scorer: EnsembleMember,
  { folds, seed, splits }: Pick<FoldsOptions, "folds" | "seed" | "splits">,
  advance: () => Promise<void>,
): Promise<readonly (readonly LabelledRun[])[]> {
  const { labelled } = failures;
  const units = failures.units ?? labelled.map((_, position) => `${position}`);
  const different = new Set(units).size;
  if (different < folds)
    throw new EvaluationError(
      `Expected \`--folds\` to be at most ${different}, the number of failures or values of \`--split-by\`, got ${folds}.`,
    );
  if (typeof scorer !== "function") return [await scoreAll(labelled, scorer)];
  const random = seededRandom(seed);
  const draws: (readonly LabelledRun[])[] = [];
  for (let draw = 0; draw < splits; draw += 1) {
    const order = shuffledByUnit(units, random);
    const foldAt = foldsByUnit(
      order.map((position) => units[position] ?? ""),
      folds,
    );
    const held = new Map<number, LabelledRun>();
    for (let fold = 0; fold < folds; fold += 1) {
      const isHeld = (_: number, at: number) => foldAt[at] === fold;
      const others = order.filter((position, at) => !isHeld(position, at));
      const learnt = await scorer(others.flatMap((position) => labelled[position] ?? []));
      const positions = order.filter(isHeld);
      const runs = await scoreAll(
        positions.flatMap((position) => labelled[position] ?? []),
        learnt,
      );
      positions.forEach((position, at) => {
        const run = runs[at];
        if (run !== undefined) held.set(position, run);
      });
      await advance();
    }
    draws.push(labelled.flatMap((_, position) => held.get(position) ?? []));
  }
  return draws;
}
