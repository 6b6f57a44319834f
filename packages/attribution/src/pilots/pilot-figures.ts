import { type PilotShare, shareOf, shareWith } from "./pilot-share.ts";

/** Outcome of one task in a pilot: without rollback, and with it. */
export interface PilotTask {
  /** Whether the first attempt was right. Of one that was stopped before its end, `false`: nobody knows what it would have become. */
  readonly right: boolean;
  /** Present where an alarm, or a check of a node, stopped the first attempt before its end. */
  readonly stopped?: "alarm" | "check";
  /** The verifier's score of the first attempt, if it gives scores: higher for better runs. */
  readonly score?: number;
  /** Whether the verifier rejected the first attempt, which was then rolled back. */
  readonly rejected: boolean;
  /** Whether the delivered result is right. A run that was not rejected delivers the first attempt's result. */
  readonly rightAfter: boolean;
  /** Steps of the first attempt. */
  readonly steps: number;
  /** Steps executed after the first attempt. */
  readonly stepsRedone: number;
  /** Tokens, in and out, that the verdicts on all its attempts have cost; absent where the verifier reports none. */
  readonly verdictTokens?: number;
  /** Money for these tokens; absent where there are none, or a model of theirs has no price. */
  readonly verdictMoney?: number;
}

/** Results of a pilot. */
export interface PilotFigures {
  readonly tasks: number;
  /** Right at the first attempt. */
  readonly right: PilotShare;
  /** Of the wrong tasks: those that rollback has made right. */
  readonly recovered: PilotShare;
  /** Of the right tasks: those that rollback has made wrong. */
  readonly spoilt: PilotShare;
  /** Of the right tasks: those that were rolled back. */
  readonly redone: PilotShare;
  /** Of the wrong tasks: those that were rolled back. */
  readonly caught: PilotShare;
  /** Right in the end. */
  readonly rightAfter: PilotShare;
  /** Steps of the first attempts. */
  readonly steps: number;
  readonly stepsRedone: number;
  /** Tokens that the verdicts on all attempts have cost, those on first attempts included. */
  readonly verdictTokens: number;
  /** Money for these tokens; absent where it is not known of all of them. */
  readonly verdictMoney?: number;
}

/** Counts what rollback has done in a pilot. */
export function pilotFigures(tasks: readonly PilotTask[]): PilotFigures {
  const right = tasks.filter((task) => task.right);
  const wrong = tasks.filter((task) => !task.right);
  const sum = (of: (task: PilotTask) => number): number => tasks.reduce((total, task) => total + of(task), 0);
  const isPriced = tasks.every((task) => (task.verdictTokens ?? 0) === 0 || task.verdictMoney !== undefined);
  // Sums of binary fractions end in digits that nobody has spent.
  const money = Number(sum(({ verdictMoney = 0 }) => verdictMoney).toPrecision(12));
  return {
    tasks: tasks.length,
    right: shareOf(right.length, tasks.length),
    recovered: shareWith(wrong, ({ rightAfter }) => rightAfter),
    spoilt: shareWith(right, ({ rightAfter }) => !rightAfter),
    redone: shareWith(right, ({ rejected }) => rejected),
    caught: shareWith(wrong, ({ rejected }) => rejected),
    rightAfter: shareWith(tasks, ({ rightAfter }) => rightAfter),
    steps: sum(({ steps }) => steps),
    stepsRedone: sum(({ stepsRedone }) => stepsRedone),
    verdictTokens: sum(({ verdictTokens = 0 }) => verdictTokens),
    ...(isPriced && tasks.some(({ verdictMoney }) => verdictMoney !== undefined)
      ? { verdictMoney: money }
      : {}),
  };
}
