import type { JudgedArm, JudgeFigures } from "./judge-arms.ts";
import { inHundred, percent, plainTable } from "./plain-table.ts";
import type { Share } from "./share.ts";

/** The same judge uncalibrated and calibrated, no wider than 77 characters. */
export function judgeTable({ calibrated, epsilon, uncalibrated }: JudgeFigures): string {
  const head = ["", "by itself", `epsilon ${epsilon}`];
  const table = plainTable(head, ["left", "right", "right"]);
  const row = (what: string, cell: (arm: JudgedArm) => string): string[] => [
    what,
    cell(uncalibrated),
    cell(calibrated),
  ];
  table.push(
    row("right runs that are redone", ({ redone }) => shown(redone)),
    row("right runs that are delivered wrong", ({ spoilt }) => shown(spoilt)),
    row("wrong runs that are delivered right", ({ recovered }) => shown(recovered)),
    row("steps redone", ({ stepsRedone }) => String(stepsRedone)),
  );
  return table.toString();
}

const shown = (share: Share): string => `${percent(share)} ± ${inHundred(share.standardError)}`;
