import { clopperPearson, type ConfidenceInterval } from "@langgraph-rollback/attribution/conformal";
import { bootstrapInterval } from "@langgraph-rollback/attribution/conformal/evaluation";

import { ROLLBACKS } from "../../arms/rollback-arms.ts";
import type { Price } from "../../asking/parse-price.ts";
import { costOfTokens } from "../../asking/price.ts";
import { mean } from "../figure.ts";
import { successes } from "./arm-figures.ts";
import { keptName, TABLE_ARMS } from "./table-arms.ts";
import type { TriedFailure } from "./tried-failure.ts";

/** A figure with its 95 % interval. */
export interface BoundedFigure extends ConfidenceInterval {
  readonly value: number;
}

/** Results of an arm with at most so many rollbacks. */
export interface TableFigures {
  /** Share of failed runs whose first start lies at or before the first mistake; absent without rollback. The interval is the exact one. */
  readonly coverage?: BoundedFigure;
  /** Share of failed runs whose result is right in the end. The interval is the exact one. */
  readonly success: BoundedFigure;
  /** Tokens read and written after the failure, mean of a run. */
  readonly tokens: number;
  /** Dollars for them, mean of a run. The interval is a bootstrap over problems. */
  readonly cost: BoundedFigure;
}

/** A row of the table. */
export interface TableRow {
  readonly label: string;
  /** With one rollback, as in the paper. */
  readonly once: TableFigures;
  /** With as many as are allowed. */
  readonly all: TableFigures;
}

/** Of the bootstrap. */
const SEED = 17;

/** A row for each arm of the table. */
export const tableRows = (
  failures: readonly TriedFailure[],
  { alpha, price }: { readonly alpha: number; readonly price: Price },
): readonly TableRow[] =>
  TABLE_ARMS.map((arm) => ({
    label: arm.label,
    once: figuresOf(failures, keptName(arm, 1, alpha), 1, price),
    all: figuresOf(failures, keptName(arm, ROLLBACKS, alpha), ROLLBACKS, price),
  }));

function coverageOf(failures: readonly TriedFailure[], arm: string): BoundedFigure | undefined {
  const starts = failures.map(({ arms }) => arms[arm]?.rollbacks[0]?.start);
  if (starts.every((start) => start === undefined)) return undefined;
  return shareOf(failures.map(({ mistake }, at) => (starts[at] ?? 0) <= mistake));
}

function figuresOf(
  failures: readonly TriedFailure[],
  arm: string,
  rollbacks: number,
  price: Price,
): TableFigures {
  const spent = failures.map(({ arms }) => {
    const done = (arms[arm]?.rollbacks ?? []).slice(0, rollbacks);
    const sum = (of: "input" | "output"): number => done.reduce((total, { tokens }) => total + tokens[of], 0);
    return { input: sum("input"), output: sum("output") };
  });
  const costs = spent.map((tokens) => costOfTokens(tokens, price));
  const problems = failures.map(({ problem }) => problem);
  const coverage = coverageOf(failures, arm);
  return {
    ...(coverage === undefined ? {} : { coverage }),
    success: shareOf(successes(failures, arm, rollbacks)),
    tokens: mean(spent.map(({ input, output }) => input + output)),
    cost: {
      value: mean(costs),
      ...(bootstrapInterval(costs, SEED, problems) ?? { lower: 0, upper: 0 }),
    },
  };
}

function shareOf(values: readonly boolean[]): BoundedFigure {
  const count = values.filter(Boolean).length;
  return { value: count / values.length, ...clopperPearson(count, values.length) };
}
