import { readStep, type StepReading } from "../features/step-reading.ts";
import type { Step, Trajectory } from "../trajectory/index.ts";

/** Outputs that tell of a failure begin so. */
const FAILED = /^\W*(?:error|exception|traceback|failed|failure)\b/iu;

/** @internal The number of features of a prefix by how it goes. */
export const PROCESS_FEATURES = 9;

/**
 * @internal The features of each prefix of a run, by its length from 1: steps, errors, whether the last failed, the share of repetitions, whether the last is one, words a step, growth of the
 * last against the mean, calls of tools, and time. Nothing of them tells what the task is about. Linear in the text.
 *
 * @returns shape [l, 9]
 */
export function processFeatures({ steps }: Pick<Trajectory, "steps">): readonly (readonly number[])[] {
  return steps.map(processCourse());
}

/** @internal Gives the features of a run's prefix, step after step as they come. */
export function processCourse(): (step: Step) => readonly number[] {
  const seen = new Set<string>();
  let [errors, repeats, words, calls, at] = [0, 0, 0, 0, 0];
  let began: string | undefined;
  return (step) => {
    const reading = readStep(step);
    const failed = hasFailed(reading);
    const text = `${step.agent}\n${reading.text}`;
    const repeated = seen.has(text);
    seen.add(text);
    const mean = at === 0 ? reading.words.length : words / at;
    if (at === 0) began = step.startedAt;
    errors += Number(failed);
    repeats += Number(repeated);
    words += reading.words.length;
    calls += step.toolCalls?.length ?? 0;
    at += 1;
    return [
      Math.log1p(at - 1),
      Math.log1p(errors),
      Number(failed),
      repeats / at,
      Number(repeated),
      Math.log1p(words / at),
      Math.log1p(reading.words.length) - Math.log1p(mean),
      Math.log1p(calls),
      Math.log1p(secondsBetween(began, step.endedAt)),
    ];
  };
}

const hasFailed = ({ step }: StepReading): boolean => step.error !== undefined || FAILED.test(step.content);

/** 0 where one of them is not known, or is no time. */
function secondsBetween(from: string | undefined, to: string | undefined): number {
  const seconds = (Date.parse(to ?? "") - Date.parse(from ?? "")) / 1000;
  return seconds > 0 ? seconds : 0;
}
