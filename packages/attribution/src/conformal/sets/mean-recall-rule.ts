import { claimedSet } from "../claimed-set.ts";
import { meanRecallThreshold } from "../mean-recall-threshold.ts";
import { nonconformitiesBy } from "./run-nonconformity.ts";
import type { LabelledRun } from "./scored-run.ts";
import type { SetRule } from "./set-rule.ts";
import type { MethodOptions } from "./threshold-rule.ts";

/** The steps at or below the threshold of `meanRecallThreshold`; throws as that does. */
export function meanRecallRule(failures: readonly LabelledRun[], options: MethodOptions): SetRule {
  const scoresOf = nonconformitiesBy(options);
  const claim = meanRecallThreshold(
    failures.map((failure) => ({ scores: scoresOf(failure), decisives: failure.decisiveSteps })),
    options,
  );
  const { approximate } = options;
  const told =
    approximate === undefined
      ? claim
      : {
          ...claim,
          guarantee: "approximate" as const,
          reason: `${claim.reason} It is not guaranteed since ${approximate}.`,
        };
  return { n: failures.length, setOf: (run) => claimedSet(scoresOf(run), options.method, told) };
}
