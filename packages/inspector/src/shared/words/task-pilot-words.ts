import type { AlarmPilot, PilotFigures, PilotReport } from "@langgraph-rollback/attribution";

import { counted } from "./counted.ts";
import { shareWords, wholePercent } from "./share-words.ts";
import { oneLine } from "./shortened.ts";

/** Texts of a task, of any length, are cut here. */
const LONGEST = 300;

/** Basis of the figures, and parts that were left out, as sentences. Names and reasons of tasks are the user's own texts. */
export function taskPilotNotes({ leftOut, rollback }: PilotReport): readonly string[] {
  const [first] = leftOut;
  return [
    `${counted(rollback.tasks, "task")}. The first attempts are the agent without rollback. Shares with 95 % intervals.`,
    ...(first === undefined
      ? []
      : [
          `Left out ${leftOut.length}. The first, ${oneLine(first.task, LONGEST)}: ${oneLine(first.why, LONGEST)}, ${oneLine(first.detail, LONGEST)}`,
        ]),
  ];
}

/** Head and rows of what rollbacks and restarts did. Costs of verdicts are left out where nobody reports them. */
export function taskPilotTable({ restart, rollback }: Pick<PilotReport, "restart" | "rollback">): {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
} {
  const arms = restart === null ? [rollback] : [rollback, restart];
  const row = (what: string, cell: (figures: PilotFigures) => string) => [what, ...arms.map(cell)];
  return {
    head: ["figure", "rollback", ...(restart === null ? [] : ["restart"])],
    rows: [
      row("right at first", ({ right }) => shareWords(right)),
      row("right in the end", ({ rightAfter }) => shareWords(rightAfter)),
      row("wrong ones caught", ({ caught }) => shareWords(caught)),
      row("wrong ones recovered", ({ recovered }) => shareWords(recovered)),
      row("right ones redone", ({ redone }) => shareWords(redone)),
      row("right ones spoilt", ({ spoilt }) => shareWords(spoilt)),
      row("steps redone, of the first attempts'", ({ steps, stepsRedone }) =>
        steps === 0 ? `${stepsRedone}` : `${stepsRedone}: ${percent(stepsRedone / steps)}`,
      ),
      ...(arms.some(({ verdictTokens }) => verdictTokens > 0)
        ? [row("tokens of verdicts, all attempts", ({ verdictTokens }) => String(verdictTokens))]
        : []),
      ...(arms.some(({ verdictMoney }) => verdictMoney !== undefined)
        ? [row("money for these tokens", ({ verdictMoney }) => `${verdictMoney ?? ""}`)]
        : []),
    ],
  };
}

/** Head and rows of what stopping runs early has bought, beside the same tasks without it. */
export function alarmPilotTable({
  rightAfter,
  rightStopped,
  steps,
  stopped,
}: Pick<AlarmPilot, "rightAfter" | "rightStopped" | "steps" | "stopped">): {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
} {
  return {
    head: ["figure", "stopped early", "not stopped"],
    rows: [
      ["first attempts stopped", shareWords(stopped), ""],
      ["right ones stopped", shareWords(rightStopped), ""],
      ["right in the end", shareWords(rightAfter.with), shareWords(rightAfter.without)],
      ["steps, all attempts", String(steps.with), String(steps.without)],
    ],
  };
}

const percent = (share: number): string => `${wholePercent(share)} %`;

/**
 * Self-correction pays where (share of wrong ones corrected) / (share of right ones spoilt) > accuracy / (1 - accuracy): both sides, as
 * sentences.
 *
 * @returns `undefined` if all tasks were right at first, or all wrong
 */
export function taskPilotRule({
  rollback: { recovered, right, spoilt },
}: Pick<PilotReport, "rollback">): string | undefined {
  if (recovered.of === 0 || spoilt.of === 0) return undefined;
  const [corrected, harmed] = [recovered.count / recovered.of, spoilt.count / spoilt.of];
  const least = right.count / (right.of - right.count);
  const ratio = harmed === 0 ? "none was spoilt" : `that is ${(corrected / harmed).toFixed(1)} to 1`;
  return `Of wrong ones ${percent(corrected)} were recovered, of right ones ${percent(harmed)} spoilt: ${ratio}. It pays above ${least.toFixed(1)} to 1.`;
}
