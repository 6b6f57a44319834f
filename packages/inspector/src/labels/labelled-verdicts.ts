import type { LabelledVerdict } from "@langgraph-rollback/attribution";
import { trajectoryDraw } from "@langgraph-rollback/attribution/draws";

import type { ThreadSource } from "../source/thread-source.ts";
import { type AttemptId, attemptKey } from "../shared/labels/attempt-key.ts";
import { type Label, RIGHT_OR_WRONG } from "../shared/labels/label.ts";
import { labelsByAttempt } from "../shared/labels/labels-by-attempt.ts";
import type { AttemptView } from "../shared/view/thread-view.ts";
import { isJudgedRun, isRecorded } from "./judged-runs.ts";
import { settledRun } from "./settled-run.ts";

/** A labelled run that cannot calibrate the verifier. */
export interface LeftOutRun extends AttemptId {
  /**
   * - "disputed": its labellers contradict each other
   * - "unsure": nobody could say
   * - "not-first": the guarantee is about the first attempt of a run
   * - "from-a-file": trajectory files keep no scores
   * - "missing": the source does not hold it
   * - "changed": it has another number of steps than when it was labelled
   * - "not-judged": no verifier judged it
   * - "other-verifier": the score is another verifier's
   */
  readonly why:
    | "disputed"
    | "unsure"
    | "not-first"
    | "from-a-file"
    | "missing"
    | "changed"
    | "not-judged"
    | "other-verifier";
}

/** Verdicts to calibrate a verifier on. */
export interface LabelledVerdicts {
  readonly verdicts: readonly LabelledVerdict[];
  readonly leftOut: readonly LeftOutRun[];
}

/** Verifier whose scores to take, and grouping of the runs. */
export interface LabelledVerdictsOptions {
  /** Fingerprint of the verifier that gave the scores. Default: any. */
  readonly verifier?: string;
  /** Names the group of a run, where groups are calibrated apart. It has to be known before the run. */
  readonly group?: (run: AttemptId & { readonly task: string }) => string;
}

/**
 * A verifier's scores of the runs that labellers agree are right or wrong: the recorded score, or 1 and 0 for a verifier that says only yes or no.
 *
 * @param labels that stand, oldest first; those of other conventions do not count
 */
export async function labelledVerdicts(
  source: ThreadSource,
  labels: readonly Label[],
  options: LabelledVerdictsOptions = {},
): Promise<LabelledVerdicts> {
  const verdicts: LabelledVerdict[] = [];
  const leftOut: LeftOutRun[] = [];
  const own = labels.filter(({ convention }) => convention === RIGHT_OR_WRONG);
  for (const group of labelsByAttempt(own).groups) {
    const found = await verdictOn(source, group, options);
    if ("why" in found) leftOut.push(found);
    else verdicts.push(found);
  }
  return { verdicts, leftOut };
}

/** @param labels of one attempt */
async function verdictOn(
  source: ThreadSource,
  labels: readonly Label[],
  { group, verifier }: LabelledVerdictsOptions,
): Promise<LabelledVerdict | LeftOutRun> {
  const settled = settledRun(labels);
  const id = addressOf(labels);
  if ("why" in settled) return { ...id, ...settled };
  if (!isRecorded(id)) return { ...id, why: "from-a-file" };
  const run = (await source.thread(id.thread))?.runs.find((each) => each.run === id.run);
  const attempt = run?.attempts.find((each) => each.attempt === id.attempt);
  if (run === undefined || attempt === undefined) return { ...id, why: "missing" };
  const why = whyNot(attempt, settled.steps, verifier);
  if (why !== undefined) return { ...id, why };
  return {
    score: attempt.outcome?.score ?? Number(attempt.outcome?.ok),
    right: settled.right,
    draw: trajectoryDraw({ id: attemptKey(id) }),
    ...(group === undefined ? {} : { group: group({ ...id, task: run.task }) }),
  };
}

function whyNot(
  view: AttemptView,
  labelledSteps: number,
  verifier: string | undefined,
): LeftOutRun["why"] | undefined {
  const { attempt, outcome, steps } = view;
  if (attempt !== 1) return "not-first";
  if (labelledSteps !== steps.length) return "changed";
  if (!isJudgedRun(view)) return "not-judged";
  const scoredBy = outcome?.scoredBy ?? outcome?.verifier;
  return verifier === undefined || verifier === scoredBy ? undefined : "other-verifier";
}

/** @param labels of one attempt, at least one */
function addressOf(labels: readonly Label[]): AttemptId {
  const { attempt = 1, run = "", thread = "" } = labels[0] ?? {};
  return { thread, run, attempt };
}
