import { clopperPearson, type ConfidenceInterval } from "@langgraph-rollback/conformal";

/** What became of one task in a pilot: without rollback, and with it. */
export interface PilotTask {
  /** Whether the first attempt was right. */
  readonly right: boolean;
  /** The verifier's score of the first attempt, if it gives scores: higher for better runs. */
  readonly score?: number;
  /** Whether the verifier rejected the first attempt, so that it was rolled back. */
  readonly rejected: boolean;
  /** Whether the delivered result is right. That of an attempt that was not rejected is the first one's. */
  readonly rightAfter: boolean;
  /** Steps of the first attempt. */
  readonly steps: number;
  /** Steps executed after the first attempt. */
  readonly stepsRedone: number;
}

/** A number of tasks out of others, with its 95 % Clopper-Pearson interval. */
export interface PilotShare {
  readonly count: number;
  readonly of: number;
  readonly interval: ConfidenceInterval;
}

/** What a pilot has found. */
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
}

/** Counts what rollback has done in a pilot. */
export function pilotFigures(tasks: readonly PilotTask[]): PilotFigures {
  const right = tasks.filter((task) => task.right);
  const wrong = tasks.filter((task) => !task.right);
  const count = (all: readonly PilotTask[], isMeant: (task: PilotTask) => boolean): PilotShare =>
    share(all.filter(isMeant).length, all.length);
  return {
    tasks: tasks.length,
    right: share(right.length, tasks.length),
    recovered: count(wrong, ({ rightAfter }) => rightAfter),
    spoilt: count(right, ({ rightAfter }) => !rightAfter),
    redone: count(right, ({ rejected }) => rejected),
    caught: count(wrong, ({ rejected }) => rejected),
    rightAfter: count(tasks, ({ rightAfter }) => rightAfter),
    steps: tasks.reduce((sum, { steps }) => sum + steps, 0),
    stepsRedone: tasks.reduce((sum, { stepsRedone }) => sum + stepsRedone, 0),
  };
}

const share = (count: number, of: number): PilotShare => ({
  count,
  of,
  interval: of === 0 ? { lower: 0, upper: 1 } : clopperPearson(count, of),
});
