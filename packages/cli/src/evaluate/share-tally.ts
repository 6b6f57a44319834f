import { clusteredErrors } from "@langgraph-rollback/attribution/conformal/evaluation";

/** A share of what was counted in all splits, with its standard error by units. */
export interface ShareFigure {
  readonly mean: number;
  readonly standardError: number;
}

/** Counts how often something is so. */
export interface ShareTally {
  /** @param unit of the run: runs of one unit may depend on each other */
  readonly add: (unit: string, is: boolean) => void;
  readonly figure: () => ShareFigure;
}

export function shareTally(): ShareTally {
  const errors = clusteredErrors(["is"]);
  let [count, found] = [0, 0];
  return {
    add: (unit, is) => {
      count += 1;
      found += Number(is);
      errors.add(unit, { is: Number(is) });
    },
    figure: () => ({ mean: found / count, standardError: errors.standardError("is") }),
  };
}
