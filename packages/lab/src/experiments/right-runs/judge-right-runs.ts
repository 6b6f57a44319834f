import { judgeScore, LEAST_SCORE } from "@langgraph-rollback/example-gsm8k-team/team";
import { MemorySaver } from "@langchain/langgraph";

import type { Learnt } from "../../arms/arm.ts";
import { learn } from "../../arms/learn.ts";
import { ARMS_WITH_SETS, ARMS_WITHOUT_SETS } from "../../arms/rollback-arms.ts";
import type { FailedRun } from "../../failures/failed-run.ts";
import { plantFailures } from "../../failures/plant-failures.ts";
import { splitProblems, tasksOn } from "../../failures/problem-split.ts";
import { threadCopy } from "../../failures/thread-copy.ts";
import type { JudgedAttempt, System, VerdictOn } from "../../systems/system.ts";

/** One calibration, and the right runs that are judged with it. */
export interface RightRunsSetting {
  readonly system: string;
  readonly calibration: number;
  /** Failures of each part that is learnt from, and right runs. */
  readonly size: { readonly fit: number; readonly calibrate: number; readonly runs: number };
}

/** A right run that the judge rejected. */
export interface RejectedRun {
  readonly problem: string;
  readonly steps: number;
  /** Its outcome, by the arm's name. */
  readonly arms: Readonly<Record<string, { readonly ok: boolean; readonly redone: number }>>;
}

/** Right runs, as they were judged. */
export interface JudgedRuns {
  /** Problem of each right run, rejected ones too. */
  readonly problems: readonly string[];
  readonly rejected: readonly RejectedRun[];
}

const ALPHA = 0.2;

/** Arms that a reader chooses from, by their names. */
const ARM_NAMES = ["restart", "top one", "DR suffix", "escalate", "least cost"];
const ARMS = [...ARMS_WITHOUT_SETS, ...ARMS_WITH_SETS].filter(({ name }) => ARM_NAMES.includes(name));

/** The simulated judge of docs/verifiers.md, uncalibrated: it rejects 15 % of the right runs and accepts 22 % of the wrong ones. */
const judged: VerdictOn = ({ threadId, attempt, ok }) => {
  const score = judgeScore(threadId, attempt, ok);
  return { ok: score >= LEAST_SCORE, score, reason: "The judge does not trust the answer." };
};

/** Lets the judge err on right runs, and rolls back those that it rejects, in every arm. */
export async function judgeRightRuns(
  system: System,
  { calibration: seed, size }: RightRunsSetting,
): Promise<JudgedRuns> {
  const parts = splitProblems(system.problems, seed);
  const planted = (part: "fit" | "calibrate") =>
    plantFailures(system, tasksOn(parts[part], seed), { variant: "uniform", count: size[part], seed });
  const [learnt] = await learn(await planted("fit"), await planted("calibrate"), { alphas: [ALPHA], seed });
  if (learnt === undefined) throw new RangeError("Expected at least one miss rate, got none.");
  const problems: string[] = [];
  const rejected: RejectedRun[] = [];
  for (const task of tasksOn(parts.test, seed)) {
    if (problems.length === size.runs) break;
    const thread = { saver: new MemorySaver(), threadId: task.id };
    const { ok, trajectory } = await system.run(task, thread);
    if (!ok) continue;
    problems.push(task.problem);
    if (judged({ threadId: task.id, attempt: 1, ok }).ok) continue;
    // Nothing in it is wrong; the arms that are compared do not read the label.
    const run: FailedRun = { task, thread, trajectory: { ...trajectory, label: { decisiveStep: 0 } } };
    rejected.push({
      problem: task.problem,
      steps: trajectory.steps.length,
      arms: await tried(system, learnt, run),
    });
  }
  return { problems, rejected };
}

async function tried(system: System, learnt: Learnt, run: FailedRun): Promise<RejectedRun["arms"]> {
  const arms: Record<string, { readonly ok: boolean; readonly redone: number }> = {};
  for (const { name, options } of ARMS) {
    const chosen = options(learnt, run);
    if (chosen === "nodes") continue;
    const attempts: JudgedAttempt[] = [];
    const starts: number[] = [];
    const onEvent: typeof chosen.onEvent = (event) => {
      if (event.type === "rollback:rolled-back") starts.push(event.fromStep);
    };
    const ok = await system.rollBack(
      threadCopy(run.thread),
      { ...chosen, onEvent },
      (attempt) => attempts.push(attempt),
      judged,
    );
    const redone = starts.reduce((sum, start, at) => sum + (attempts[at + 1]?.steps ?? start) - start, 0);
    arms[name] = { ok, redone };
  }
  return arms;
}
