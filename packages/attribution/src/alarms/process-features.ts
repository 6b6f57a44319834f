import { readTrajectory, type StepReading } from "../features/step-reading.ts";
import type { Trajectory } from "../trajectory/index.ts";

/** Outputs that tell of a failure begin so. */
const FAILED = /^\W*(?:error|exception|traceback|failed|failure)\b/iu;

/**
 * @internal The features of each prefix of a run, by its length from 1: steps, errors, whether the last failed, the share of repetitions, whether the last is one, words a step, growth of the
 * last against the mean, calls of tools, and time. Nothing of them tells what the task is about. Linear in the text.
 *
 * @returns shape [l, 9]
 */
export function processFeatures({ steps }: Pick<Trajectory, "steps">): readonly (readonly number[])[] {
  const seen = new Set<string>();
  let [errors, repeats, words, calls] = [0, 0, 0, 0];
  return readTrajectory({ steps, task: "" }).steps.map((reading, at) => {
    const failed = hasFailed(reading);
    const text = `${reading.step.agent}\n${reading.text}`;
    const repeated = seen.has(text);
    seen.add(text);
    const mean = at === 0 ? reading.words.length : words / at;
    errors += Number(failed);
    repeats += Number(repeated);
    words += reading.words.length;
    calls += reading.step.toolCalls?.length ?? 0;
    return [
      Math.log1p(at),
      Math.log1p(errors),
      Number(failed),
      repeats / (at + 1),
      Number(repeated),
      Math.log1p(words / (at + 1)),
      Math.log1p(reading.words.length) - Math.log1p(mean),
      Math.log1p(calls),
      Math.log1p(secondsBetween(steps[0]?.startedAt, reading.step.endedAt)),
    ];
  });
}

const hasFailed = ({ step }: StepReading): boolean => step.error !== undefined || FAILED.test(step.content);

/** 0 where one of them is not known, or is no time. */
function secondsBetween(from: string | undefined, to: string | undefined): number {
  const seconds = (Date.parse(to ?? "") - Date.parse(from ?? "")) / 1000;
  return seconds > 0 ? seconds : 0;
}
