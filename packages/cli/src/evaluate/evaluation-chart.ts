import type { EvaluationReport } from "./evaluation-report.ts";
export function evaluationChart(report: EvaluationReport): string {
  return String(report.n);
}
