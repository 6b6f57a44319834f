import type { Step, Trajectory } from "../trajectory/index.ts";

/** A step with its text taken apart once, for all features to share. */
export interface StepReading {
  readonly step: Step;
  /** Its output and the arguments of the tools it called. */
  readonly text: string;
  /** Words and numbers in lower case, in order. */
  readonly words: readonly string[];
  readonly distinct: ReadonlySet<string>;
}

/** A trajectory taken apart: all that features may look at. Label, group and outcome are not in it. */
export interface TrajectoryReading {
  readonly task: string;
  readonly taskWords: ReadonlySet<string>;
  readonly steps: readonly StepReading[];
}

/** Takes the text of a trajectory apart, in time linear in its length. */
export function readTrajectory({ steps, task }: Pick<Trajectory, "steps" | "task">): TrajectoryReading {
  return { task, taskWords: new Set(wordsOf(task)), steps: steps.map(readStep) };
}

/** @internal Takes the text of one step apart. */
export function readStep(step: Step): StepReading {
  const text = [
    step.content,
    ...(step.toolCalls ?? []).map(({ args, name }) => `${name} ${asText(args)}`),
  ].join("\n");
  const words = wordsOf(text);
  return { step, text, words, distinct: new Set(words) };
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Arguments come from a model: they may hold what JSON cannot, or be nested beyond the stack. */
function asText(args: unknown): string {
  try {
    return JSON.stringify(args) ?? "";
  } catch {
    return "";
  }
}
