import type { Case } from "./case.ts";
import { BASELINES } from "./attributor-names.ts";
import { contenderOf } from "./contenders.ts";
import { type Accuracy, accuracyOf, type Judged } from "./finding-metrics.ts";
import { inGroup } from "./groups.ts";
import { runContender } from "./run-contender.ts";

/**
 * Accuracy of rules of thumb. Asks no model.
 *
 * @param cases all failures: `most-blamed` learns from all but the one that it judges
 * @param group whose failures are counted; `null` for all
 * @param left  names of rules to leave out
 */
export async function baselineAccuracy(
  cases: readonly Case[],
  group: string | null,
  left: readonly string[] = [],
): Promise<readonly { readonly name: string; readonly accuracy: Accuracy }[]> {
  const names = BASELINES.filter((name) => !left.includes(name));
  return Promise.all(
    names.map(async (name) => {
      const { attributorFor } = contenderOf(name, { model: "none", seed: 0 }, cases);
      const told = { withTruth: false, concurrency: 1, advance: () => undefined };
      const judged: readonly Judged[] = await runContender(name, cases, { ...told, attributorFor });
      const some = judged.filter((_, index) => inGroup(cases.slice(index, index + 1), group).length > 0);
      return { name, accuracy: accuracyOf(some) };
    }),
  );
}
