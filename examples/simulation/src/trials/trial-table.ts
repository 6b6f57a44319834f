import type { PilotFigures } from "@langgraph-rollback/attribution";
import Table from "cli-table3";
import type { RollbackTrial } from "./try-rollback.ts";

/** Results of {@link tryRollback}, as a table and a line below it. */
export function trialTable({ planted, labelled, calibrated, rollback, restart }: RollbackTrial): string {
  const failed = rollback.tasks - rollback.right.count;
  const perFailed = ({ stepsRedone }: PilotFigures): string =>
    failed === 0 ? "-" : (stepsRedone / failed).toFixed(2);
  const rightAfterRestart = rollback.right.count + restart.recovered.count;
  const table = plainTable(["", "right", "steps redone a failed run"]);
  table.push(
    ["bare", share(rollback.right.count, rollback.tasks), "-"],
    ["with rollback", share(rollback.rightAfter.count, rollback.tasks), perFailed(rollback)],
    ["with restarts", share(rightAfterRestart, rollback.tasks), perFailed(restart)],
  );
  const steps = (rollback.steps / Math.max(1, rollback.tasks)).toFixed(2);
  return [
    table.toString(),
    `A run has ${steps} steps. ${labelled} of ${planted} planted faults made their runs fail; the sets are calibrated on ${calibrated} of them${calibrated === 0 ? ", so that every rollback is a restart" : ", and the scorer is fitted on the others"}.`,
  ].join("\n");
}

/** Without colours of its own, so that it is the same everywhere. */
export function plainTable(head: string[]): Table.Table {
  const colAligns = head.map((_, at): "left" | "right" => (at === 0 ? "left" : "right"));
  return new Table({ head, colAligns, style: { head: [], border: [], compact: true } });
}

/** `27 of 30: 90.0 %`. */
export function share(count: number, of: number): string {
  return of === 0 ? "-" : `${count} of ${of}: ${((count / of) * 100).toFixed(1)} %`;
}
