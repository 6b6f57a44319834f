import { share } from "../../documents/table.ts";
import type { Claim } from "../experiment.ts";
import type { Figure } from "../figure.ts";
import { ARMS } from "./learn-arms.ts";
import type { OutcomesFigures } from "./outcomes-figures.ts";

/** How much worse than with true labels a scorer from outcomes may be. */
const MARGIN = 0.02;
/** How far a figure may lie on the wrong side before it refutes anything, in standard errors over draws. */
const ERRORS = 3;

/** Sentences of the documentation about a scorer from outcomes. They are of the team: MacNet outvotes its mistakes. */
export function outcomesClaims(figures: readonly OutcomesFigures[]): readonly Claim[] {
  return figures.flatMap(({ arms, sizes, system }) => {
    if (system !== "team") return [];
    const most = sizes.at(-1) ?? 0;
    const last = (arm: number): Figure => arms[arm]?.toTruth.at(-1) ?? { mean: NaN, standardError: NaN };
    const [same, one, all] = [last(2), last(3), last(ARMS.length - 1)];
    return [
      claim(
        `A scorer fitted to the outcomes of bisecting replays finds first mistakes within .02 AUROC of one fitted to true labels (${system}, ${most} failures).`,
        same.mean + MARGIN,
        same.standardError,
        `${share(same.mean, 3)} ± ${share(same.standardError, 3)}`,
      ),
      claim(
        `Three drawn starts of each failure teach more than one (${system}, ${most} failures).`,
        all.mean - one.mean,
        Math.hypot(all.standardError, one.standardError),
        share(all.mean - one.mean, 3),
      ),
    ];
  });
}

function claim(sentence: string, margin: number, standardError: number, measured: string): Claim {
  const holds = margin >= 0;
  const isRefuted = margin < -ERRORS * standardError;
  return { sentence, holds, ...(holds || isRefuted ? {} : { isOpen: true }), measured };
}
