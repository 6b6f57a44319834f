import type { PilotAdvice, PilotFigures, PilotShare } from "@langgraph-rollback/attribution";
import { printable } from "@langgraph-rollback/inspector/shared";
import { plainTable } from "../terminal/plain-table.ts";

/** What a pilot has found, as `--json` writes it. */
export interface PilotReport {
  readonly format: "langgraph-rollback/pilot";
  readonly version: 1;
  /** Tasks that could not be judged, and why. */
  readonly leftOut: readonly { readonly task: string; readonly why: string; readonly detail: string }[];
  readonly rollback: PilotFigures;
  /** Null where restarts were not tried. */
  readonly restart: PilotFigures | null;
  readonly advice: PilotAdvice;
}

/** The figures for people, with the advice in the last line. */
export function pilotText(report: PilotReport): string {
  const { advice, rollback } = report;
  return [
    `${rollback.tasks} ${rollback.tasks === 1 ? "task" : "tasks"}. The first attempts are the agent without rollback. Shares with 95 % intervals.`,
    ...leftOutLines(report),
    "",
    tableOf(report),
    "",
    ...ruleLines(rollback),
    advice.sentence,
  ].join("\n");
}

function leftOutLines({ leftOut }: PilotReport): readonly string[] {
  const [first] = leftOut;
  if (first === undefined) return [];
  return [
    `Left out ${leftOut.length}. The first, ${printable(first.task)}: ${first.why}, ${printable(first.detail)}`,
  ];
}

function tableOf({ restart, rollback }: PilotReport): string {
  const arms = restart === null ? [rollback] : [rollback, restart];
  const table = plainTable(["", "rollback", ...(restart === null ? [] : ["restart"])]);
  const row = (what: string, cell: (figures: PilotFigures) => string): void => {
    table.push([what, ...arms.map(cell)]);
  };
  row("right at first", ({ right }) => shown(right));
  row("right in the end", ({ rightAfter }) => shown(rightAfter));
  row("wrong ones recovered", ({ recovered }) => shown(recovered));
  row("right ones spoilt", ({ spoilt }) => shown(spoilt));
  row("right ones redone", ({ redone }) => shown(redone));
  row("steps redone, of the first attempts'", ({ steps, stepsRedone }) =>
    steps === 0 ? `${stepsRedone}` : `${stepsRedone}: ${percent(stepsRedone / steps)}`,
  );
  if (arms.some(({ verdictTokens }) => verdictTokens > 0))
    row("tokens of verdicts, all attempts", ({ verdictTokens }) => String(verdictTokens));
  if (arms.some(({ verdictMoney }) => verdictMoney !== undefined))
    row("money for these tokens", ({ verdictMoney }) =>
      verdictMoney === undefined ? "" : `${verdictMoney}`,
    );
  return table.toString();
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const shown = ({ count, interval, of }: PilotShare): string =>
  of === 0 ? "none" : `${count} of ${of} (${Math.round(interval.lower * 100)}-${percent(interval.upper)})`;

/** Self-correction pays where (share of wrong ones corrected) / (share of right ones spoilt) > accuracy / (1 - accuracy). */
function ruleLines({ recovered, right, spoilt }: PilotFigures): readonly string[] {
  if (recovered.of === 0 || spoilt.of === 0) return [];
  const [corrected, harmed] = [recovered.count / recovered.of, spoilt.count / spoilt.of];
  const least = right.count / (right.of - right.count);
  const ratio = harmed === 0 ? "none was spoilt" : `that is ${(corrected / harmed).toFixed(1)} to 1`;
  return [
    `Of wrong ones ${percent(corrected)} were recovered, of right ones ${percent(harmed)} spoilt: ${ratio}. It pays above ${least.toFixed(1)} to 1.`,
  ];
}
