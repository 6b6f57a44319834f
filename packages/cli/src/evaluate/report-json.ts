import type { EvaluationReport } from "./evaluation-report.ts";

/** The figures as JSON, ending in a line break. Equal options on equal data give equal text. */
export function evaluationJson(report: EvaluationReport): string {
  const { evaluation, guarantee, n, options, scorer, sizes } = report;
  const { alpha, band, level, methods, splits } = evaluation;
  const {
    aggregation = { kind: "sum" },
    cross = false,
    goal = "first",
    group = null,
    seed,
    splitBy = null,
  } = options;
  const figures = {
    alpha,
    splits,
    n,
    seed,
    scorer: { name: options.scorer, cross, ...scorer },
    aggregation,
    goal,
    group,
    splitBy,
    ...sizes,
    guarantee,
    level,
    band,
    methods,
  };
  return `${JSON.stringify(figures, undefined, 2)}\n`;
}
