import type { ConformalMethod } from "@langgraph-rollback/attribution/conformal";
import type { Evaluation, MethodEvaluation } from "@langgraph-rollback/attribution/conformal/evaluation";
import { MEASURED_METHODS } from "./measured-methods.ts";

/** A mean over splits. */
export interface SplitFigure {
  readonly mean: number;
  readonly std: number;
  /** Of the mean, by units of the predicted runs. */
  readonly standardError: number;
}

/** Worth of one method's sets. */
export type SetFigures = Readonly<
  Record<"coverage" | "removalRate" | "rollbackCoverage" | "redoCost", SplitFigure>
>;

/** By method. */
export type MethodSets = Readonly<Partial<Record<ConformalMethod, SetFigures>>>;

/** Of all that an evaluation says, what tables show, to five digits: the file of all figures stays small. */
export const setFigures = (methods: Evaluation["methods"]): MethodSets =>
  Object.fromEntries(
    MEASURED_METHODS.flatMap((method) => {
      const found = methods[method];
      return found === undefined ? [] : [[method, figuresOf(found)]];
    }),
  );

const figuresOf = ({ coverage, redoCost, removalRate, rollbackCoverage }: MethodEvaluation): SetFigures => ({
  coverage: rounded(coverage),
  removalRate: rounded(removalRate),
  rollbackCoverage: rounded(rollbackCoverage),
  redoCost: rounded(redoCost),
});

const rounded = ({ mean, standardError = 0, std }: MethodEvaluation["coverage"]): SplitFigure => ({
  mean: Number(mean.toFixed(5)),
  std: Number(std.toFixed(5)),
  standardError: Number(standardError.toFixed(5)),
});
