import type { PilotReport, PromiseLine } from "@langgraph-rollback/attribution";
import {
  alarmPilotTable,
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
    ...(report.alarm === undefined
      ? []
      : [
          "Runs that are stopped early, beside the same tasks whose runs are not:",
          figuresTable(alarmPilotTable(report.alarm)),
          report.alarm.advice.sentence,
          "",
        ]),
    ...[taskPilotRule(report) ?? []].flat(),
    report.advice.sentence,
  ].join("\n");
}
