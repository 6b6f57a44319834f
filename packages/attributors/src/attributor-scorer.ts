import type { OneStepScorer, StepExplanation, StepScorer } from "@langgraph-rollback/attribution";
import { checkSteps, type Trajectory } from "@langgraph-rollback/attribution/trajectory";

import { TooManyMissingError } from "./errors/too-many-missing-error.ts";
import type { Attributor, Finding, StepwiseAttributor } from "./finding/attributor.ts";

const MAX_MISSING = 0.2;

/** Options for steps to which a method gives no score. */
export interface AttributorScorerOptions {
  /**
   * Share of a trajectory's steps that may be without a score, in [0, 1). They get the mean of the others: no reason to
   * suspect them, and none to clear them. Default 0.2.
   */
  readonly maxMissing?: number;
}

/**
 * Turns a method into a scorer that can be calibrated. It treats all trajectories alike, calibrated and fresh ones, and shows the method neither
 * label nor group; the verifier's reason it does show, if the
 * trajectory has one.
 *
 * A method that can ask about one step makes a scorer that can, too, for `attributeLazily`. If that one answer is missing, the method asks about all
 * steps: the score is then the mean of the others.
 *
 * It explains a step in the model's words. What the method found is remembered as long as the trajectory object is in use, so
 * that explaining what was scored asks nobody.
 *
 * @returns a scorer that throws {@link TooManyMissingError} and `ModelFailedError`; `attribute` and `withRollback` take a
 *   `fallback` for that
 * @throws {RangeError} if `maxMissing` is outside [0, 1)
 */
export function attributorScorer(
  attributor: StepwiseAttributor,
  options?: AttributorScorerOptions,
): OneStepScorer;
export function attributorScorer(attributor: Attributor, options?: AttributorScorerOptions): StepScorer;
export function attributorScorer(attributor: Attributor, options: AttributorScorerOptions = {}): StepScorer {
  const { maxMissing = MAX_MISSING } = options;
  if (!(maxMissing >= 0 && maxMissing < 1))
    throw new RangeError(`Expected \`maxMissing\` in [0, 1), got ${maxMissing}.`);

  const findings = new WeakMap<Trajectory, Finding>();
  const find = async (labelled: Trajectory, signal?: AbortSignal): Promise<Finding> => {
    checkSteps(labelled);
    signal?.throwIfAborted();
    const finding = await attributor.attribute({ trajectory: unlabelled(labelled) }, signal);
    findings.set(labelled, finding);
    return finding;
  };

  const score = async (labelled: Trajectory, signal?: AbortSignal): Promise<readonly number[]> =>
    filled(attributor, labelled, await find(labelled, signal), maxMissing);

  const explain: NonNullable<StepScorer["explain"]> = async (labelled, steps, signal) => {
    signal?.throwIfAborted();
    const finding = findings.get(labelled) ?? (await find(labelled, signal));
    return steps.map((step) => explanationOf(attributor.name, finding, step));
  };

  const scoreStep: OneStepScorer["scoreStep"] = async (labelled, step, signal) => {
    signal?.throwIfAborted();
    const one = await attributor.attributeStep?.({ trajectory: unlabelled(labelled) }, step, signal);
    return one?.score ?? (await score(labelled, signal))[step] ?? Number.NaN;
  };

  return {
    fingerprint: `${attributor.fingerprint}+missing<=${maxMissing}`,
    score,
    explain,
    ...(attributor.attributeStep === undefined ? {} : { scoreStep }),
  };
}

function unlabelled(labelled: Trajectory): Trajectory {
  const { label: _, group: __, ...trajectory } = labelled;
  return trajectory;
}

function explanationOf(by: string, finding: Finding, step: number): StepExplanation {
  const reason = finding.reasons?.[step] ?? (finding.step === step ? finding.reason : undefined);
  const told = reason === undefined || reason === "" ? {} : { reason };
  return { step, parts: [{ by, says: verdictOn(finding, step), ...told }] };
}

function verdictOn({ scores, step: blamed }: Finding, step: number): string {
  if (blamed === step) return "blames the step";
  if (scores[step] === undefined) return "gave no answer that can be used; the mean of the others stands in";
  return blamed === undefined ? "blames no step" : `blames step ${blamed + 1}, not this one`;
}

function filled(
  attributor: Attributor,
  trajectory: Trajectory,
  { scores, problems }: Finding,
  maxMissing: number,
): readonly number[] {
  const present = scores.filter((score) => score !== undefined);
  const missing = trajectory.steps.length - present.length;
  // Where all are missing, they are more than any share below 1.
  if (missing > maxMissing * trajectory.steps.length)
    throw new TooManyMissingError(
      attributor.name,
      trajectory.id,
      missing,
      trajectory.steps.length,
      maxMissing,
      problems,
    );
  const mean = present.reduce((sum, score) => sum + score, 0) / present.length;
  return scores.map((score) => score ?? mean);
}
