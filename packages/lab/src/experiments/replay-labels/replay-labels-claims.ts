import { share } from "../../documents/table.ts";
import type { Claim } from "../experiment.ts";
import type { ReplayLabelsFigures } from "./replay-labels-figures.ts";

/** How much worse a scorer may be that is fitted on labels by replay. */
const MARGIN = 0.02;
/** How far a figure may lie on the wrong side before it refutes anything, in standard errors over splits. */
const ERRORS = 3;

/** Sentences of the documentation about labels by replay. */
export function replayLabelsClaims(figures: readonly ReplayLabelsFigures[]): readonly Claim[] {
  return figures.flatMap(({ system, alpha, difference, recovering }) => [
    ...(system === "team"
      ? [
          claim(
            "A scorer fitted on labels by replay finds first mistakes within .02 AUROC of one fitted on true labels (team).",
            { mean: difference.mean + MARGIN, standardError: difference.standardError },
            `${share(difference.mean, 3)} ± ${share(difference.standardError, 3)}`,
          ),
        ]
      : []),
    claim(
      `Sets that are calibrated on labels by replay begin at or before the last start from which a replay recovered in at least ${share(1 - alpha)} of failures (${system}).`,
      { mean: recovering.mean - (1 - alpha), standardError: recovering.standardError },
      `${share(recovering.mean, 3)} ± ${share(recovering.standardError, 3)}`,
    ),
  ]);
}

/** @param margin above 0 where it holds */
function claim(
  sentence: string,
  margin: { readonly mean: number; readonly standardError: number },
  measured: string,
): Claim {
  const holds = margin.mean >= 0;
  const isRefuted = margin.mean < -ERRORS * margin.standardError;
  return { sentence, holds, ...(holds || isRefuted ? {} : { isOpen: true }), measured };
}
