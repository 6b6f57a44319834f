import type { PilotReport } from "@langgraph-rollback/attribution";
import {
  printable,
  taskPilotNotes,
  taskPilotRule,
  taskPilotTable,
} from "@langgraph-rollback/inspector/shared";
import { figuresTable } from "../terminal/figures-table.ts";

/** Results of a pilot on tasks, for people, with the advice in the last line. */
export function taskPilotText(report: PilotReport): string {
  return [
    ...taskPilotNotes(report).map(printable),
    "",
    figuresTable(taskPilotTable(report)),
    "",
    ...[taskPilotRule(report) ?? []].flat(),
    report.advice.sentence,
  ].join("\n");
}
