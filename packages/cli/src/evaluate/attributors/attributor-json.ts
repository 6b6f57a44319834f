import type { AttributorReport } from "@langgraph-rollback/lab/attributors";
import type { EstimateReport } from "./estimate-attributors.ts";

/** The figures as JSON, ending in a line break. A replay gives the same text each time. */
export function attributorJson(report: AttributorReport | EstimateReport): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
