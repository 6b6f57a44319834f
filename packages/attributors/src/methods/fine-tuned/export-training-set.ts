import type { Redact } from "@langgraph-rollback/attribution";
import { seededOrder } from "@langgraph-rollback/attribution/draws";
import type { LabelledTrajectory } from "@langgraph-rollback/attribution/trajectory";

import { labelQuestions, LABELS, plainText, turnsOf, type ChatTurn, type Label } from "./prompt.ts";

/** How to write a training set. */
export interface TrainingSetOptions {
  /** Decides which tasks validate, any safe integer. */
  readonly seed: number;
  /** Share of the trajectories to validate on, in [0, 1); default 0.15, as in the paper. */
  readonly validation?: number;
  /**
   * "chat" (default): `{"messages": [system, user, assistant]}`, the assistant says `{"decisive":"yes"}` or "no".
   * "classification": `{"text", "label"}`, the label is 1 or 0.
   */
  readonly format?: "chat" | "classification";
  /** The right answer to a trajectory's task, if the model is to be used with right answers. */
  readonly groundTruth?: (trajectory: LabelledTrajectory) => string | undefined;
  /** Applied to every value of a trace; give the same one where the model is used. */
  readonly redact?: Redact;
}

/** Lines of JSON, each with its line end, made when they are read; they can be read more than once. */
export interface TrainingSet {
  readonly train: Iterable<string>;
  readonly validation: Iterable<string>;
}

/**
 * Labelled failures, usually planted faults, as files to tune a model on that `fineTuned` asks: one example for each step,
 * with "yes" for the decisive one.
 *
 * Trajectories of one task are never split between training and validation, as planted faults in one run share most of their
 * text. Calibrate on failures that are in neither.
 *
 * @example
 * const { train, validation } = exportTrainingSet(planted, { seed: 1 });
 * await pipeline(train, createWriteStream("train.jsonl"));
 *
 * @throws {RangeError} if `validation` is outside [0, 1) or `seed` is no safe integer
 * @see arXiv:2605.06788, appendix C.1.3
 */
export function exportTrainingSet(
  labelled: readonly LabelledTrajectory[],
  options: TrainingSetOptions,
): TrainingSet {
  const { seed, validation = 0.15 } = options;
  if (!(validation >= 0 && validation < 1)) {
    throw new RangeError(`Expected \`validation\` in [0, 1), got ${validation}.`);
  }
  const held = heldOut(labelled, validation, seed);
  return {
    train: linesOf(
      labelled.filter((trajectory) => !held.has(trajectory)),
      options,
    ),
    validation: linesOf(
      labelled.filter((trajectory) => held.has(trajectory)),
      options,
    ),
  };
}

/** Whole tasks in seeded order, as many as do not exceed the share. */
function heldOut(
  labelled: readonly LabelledTrajectory[],
  share: number,
  seed: number,
): ReadonlySet<LabelledTrajectory> {
  const tasks = new Map<string, LabelledTrajectory[]>();
  for (const trajectory of labelled) {
    tasks.set(trajectory.task, [...(tasks.get(trajectory.task) ?? []), trajectory]);
  }
  const groups = [...tasks.values()];
  const held = new Set<LabelledTrajectory>();
  for (const index of seededOrder(groups.length, seed)) {
    const group = groups[index] ?? [];
    if (held.size + group.length <= Math.round(labelled.length * share))
      group.forEach((one) => held.add(one));
  }
  return held;
}

function linesOf(
  labelled: readonly LabelledTrajectory[],
  { format = "chat", groundTruth, redact }: TrainingSetOptions,
): Iterable<string> {
  return {
    *[Symbol.iterator]() {
      for (const trajectory of labelled) {
        const answer = groundTruth?.(trajectory);
        const evidence = { trajectory, ...(answer === undefined ? {} : { groundTruth: answer }) };
        for (const [index, question] of labelQuestions(evidence, redact).entries()) {
          const label = index === trajectory.label.decisiveStep ? 1 : 0;
          const said: Label = { decisive: LABELS[label] };
          const turns = (): readonly ChatTurn[] => [
            ...turnsOf(question, redact),
            { role: "assistant", content: JSON.stringify(said) },
          ];
          const example =
            format === "chat" ? { messages: turns() } : { text: plainText(question, redact), label };
          yield `${JSON.stringify(example)}\n`;
        }
      }
    },
  };
}
