import type { PilotReport, PromiseLine } from "@langgraph-rollback/attribution";
import {
  printable,
  taskPilotNotes,
  taskPilotRule,
  taskPilotTable,
} from "@langgraph-rollback/inspector/shared";
import { figuresTable } from "../terminal/figures-table.ts";
import { promiseText } from "../terminal/promise-text.ts";

/** Results of a pilot on tasks, for people, with the advice in the last line. */
export function taskPilotText(report: PilotReport, promises: PromiseLine): string {
  return [
    ...taskPilotNotes(report).map(printable),
    ...promiseText(promises),
    "",
    figuresTable(taskPilotTable(report)),
    "",
    ...[taskPilotRule(report) ?? []].flat(),
    report.advice.sentence,
  ].join("\n");
}
