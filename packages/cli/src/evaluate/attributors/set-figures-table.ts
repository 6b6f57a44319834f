import type { Evaluation, Figure } from "@langgraph-rollback/attribution/conformal/evaluation";
import { printable } from "@langgraph-rollback/inspector/shared";
import { plainTable } from "../../terminal/plain-table.ts";

/** Names of the columns of a table of sets. */
export const SET_COLUMNS = ["Coverage", "Removed", "Rollback cov.", "Redo cost"] as const;

/** The figures in these columns. */
export const SET_FIGURES = ["coverage", "removalRate", "rollbackCoverage", "redoCost"] as const;

/** Worth of one scorer's sets. */
export interface NamedEvaluation {
  readonly name: string;
  readonly evaluation: Evaluation;
}

/** Figures of several scorers, one table for each shape of sets. */
export function setFiguresTables(results: readonly NamedEvaluation[]): readonly string[] {
  const methods = new Set(results.flatMap(({ evaluation }) => Object.keys(evaluation.methods)));
  return [...methods].map((method) => {
    const table = plainTable([method, ...SET_COLUMNS]);
    for (const { evaluation, name } of results) {
      const figures = Object.entries(evaluation.methods).find(([key]) => key === method)?.[1];
      if (figures !== undefined)
        table.push([printable(name), ...SET_FIGURES.map((figure) => cell(figures[figure]))]);
    }
    return table.toString();
  });
}

function cell({ mean, standardError }: Figure): string {
  return withError(mean, standardError);
}

/** A mean and its standard error, if that is known. */
export function withError(mean: number, error: number | undefined): string {
  return error === undefined ? mean.toFixed(3) : `${mean.toFixed(3)}±${error.toFixed(3)}`;
}
