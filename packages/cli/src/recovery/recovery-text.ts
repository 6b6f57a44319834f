import { printable } from "@langgraph-rollback/inspector/shared";
import { promiseText } from "../terminal/promise-text.ts";
import { plainTable } from "../terminal/plain-table.ts";
import type { RecoveryFigures } from "./recovery-figures.ts";

/** The figures in words. */
export function recoveryText(figures: RecoveryFigures): string {
  const { at, file, inForce, maxRollbacks, procedure, promise, recoveredBy } = figures;
  const recovered = recoveredBy.reduce((sum, each) => sum + each, 0);
  const counts = plainTable(["accepted after rollback", "runs"]);
  for (const [index, count] of recoveredBy.entries()) counts.push([String(index + 1), String(count)]);
  counts.push(["none", String(promise.n - recovered)]);
  const promises = plainTable(["alpha", "recovered within"]);
  for (const { alpha, within } of at)
    promises.push([String(alpha), within === null ? "-" : rollbacks(within)]);
  return [
    `${runs(promise.n)} under procedure ${printable(procedure)}, each allowed ${rollbacks(maxRollbacks)}.`,
    ...leftOut(figures),
    "",
    counts.toString(),
    "",
    promise.reason,
    "Accepted means: by the agent's verifier.",
    "",
    promises.toString(),
    ...(inForce === undefined
      ? []
      : [
          "",
          "The agent runs under this promise, and these runs began to fail under it:",
          ...promiseText(inForce),
        ]),
    ...(file === undefined
      ? []
      : [
          "",
          `Written to ${printable(file)}. withRollback(agent, { verify, recovery: { calibration: await readRecoveryCalibration(${JSON.stringify(printable(file))}) } }) uses it.`,
        ]),
  ].join("\n");
}

function leftOut({ cut, handedOver, open, others }: RecoveryFigures): readonly string[] {
  const other = Object.entries(others);
  return [
    ...(open === 0 ? [] : [`${runs(open)} of them have not ended, and count as not recovered.`]),
    ...(handedOver === 0 ? [] : [`A person was asked about ${runs(handedOver)} of them.`]),
    ...(cut === 0 ? [] : [`${runs(cut)} were cut short and do not count.`]),
    ...(other.length === 0
      ? []
      : [
          `Not counted, under other procedures: ${other.map(([id, count]) => `${count} (${printable(id)})`).join(", ")}.`,
        ]),
  ];
}

const runs = (count: number): string => `${count} failed run${count === 1 ? "" : "s"}`;
const rollbacks = (count: number): string => `${count} rollback${count === 1 ? "" : "s"}`;
