import type { BaseMessage } from "@langchain/core/messages";
import { calibrateVerifier, rejectionOf, type VerifierCalibration } from "@langgraph-rollback/attribution";
import { withRollback } from "langgraph-rollback";
import { calibratedVerifier, type NamedVerifier } from "langgraph-rollback/verifiers";
import { judgeScore, simulatedJudge } from "../simulated/simulated-judge.ts";
import { createTeamGraph, type TeamGraph } from "../team/team-graph.ts";
import { verifyAnswer } from "../team/verify-answer.ts";
import type { ArmParts } from "./arms.ts";
import type { FirstAttempt } from "./calibrate-team.ts";
import type { Narrator } from "./narrator.ts";
import { runTask, type TaskRun } from "./run-task.ts";
import { type Share, shareOf } from "./share.ts";
import type { TeamTask } from "./team-task.ts";

/** Tolerated share of right runs that are redone. */
const EPSILON = 0.05;

/** Results of a judge that errs on all fresh runs. */
export interface JudgedArm {
  /** Of the runs whose first attempt was right: those that were redone all the same. */
  readonly redone: Share;
  /** Of the same runs: those whose delivered result is wrong. */
  readonly spoilt: Share;
  /** Of the runs whose first attempt was wrong: those whose delivered result is right. */
  readonly recovered: Share;
  /** Steps executed after the first attempts, over all runs. */
  readonly stepsRedone: number;
}

/** The same simulated judge by its own yes or no, and by a calibrated threshold. */
export interface JudgeFigures {
  readonly epsilon: number;
  /** Right runs that it was calibrated on. */
  readonly n: number;
  readonly uncalibrated: JudgedArm;
  readonly calibrated: JudgedArm;
}

/**
 * Runs all fresh tasks with a simulated judge for verifier, uncalibrated and calibrated.
 *
 * @returns null where too few right runs are known to calibrate the judge
 */
export async function compareJudges(
  tasks: readonly TeamTask[],
  parts: ArmParts,
  firstAttempts: readonly FirstAttempt[],
  narrator: Narrator,
): Promise<JudgeFigures | null> {
  const calibration = calibratedJudge(firstAttempts);
  if (rejectionOf(calibration).trivial !== undefined) return null;
  const progress = narrator.start(
    `Running all ${tasks.length} runs with a simulated judge that errs, uncalibrated and calibrated, in memory`,
    Math.max(1, 2 * tasks.length),
  );
  const arms: JudgedArm[] = [];
  for (const held of [undefined, calibration]) {
    const truths = new Map<string, boolean>();
    const graph = judgedTeam(parts, truths, held);
    const runs: TaskRun[] = [];
    for (const task of tasks) {
      runs.push(await runTask(graph, task));
      progress.advance(held === undefined ? "uncalibrated" : "calibrated");
    }
    arms.push(figuresOf(runs, truths));
  }
  progress.done("The judge has judged.");
  const [uncalibrated, calibrated] = arms;
  if (uncalibrated === undefined || calibrated === undefined) throw new Error("Expected two arms.");
  return { epsilon: EPSILON, n: calibration.n, uncalibrated, calibrated };
}

/** By the first attempts of the calibration runs: whether each was right is known there. */
function calibratedJudge(firstAttempts: readonly FirstAttempt[]): VerifierCalibration {
  const verdicts = firstAttempts.map(({ id, isRight }) => ({
    score: judgeScore(`calibrating ${id}`, 1, isRight),
    right: isRight,
  }));
  return calibrateVerifier(verdicts, { verifier: judgeOf(new Map(), []), epsilon: EPSILON });
}

function judgedTeam(
  { model, problems, calibration }: ArmParts,
  truths: Map<string, boolean>,
  held: VerifierCalibration | undefined,
): TeamGraph {
  const judge = judgeOf(truths, problems);
  const verify = held === undefined ? judge : calibratedVerifier(judge, held);
  return withRollback(createTeamGraph(model), { verify, ...(calibration && { calibration }) });
}

const keyOf = (threadId: string, attempt: number): string => `${threadId} ${attempt}`;

const judgeOf = (
  truths: Map<string, boolean>,
  problems: ArmParts["problems"],
): NamedVerifier<unknown, { readonly messages: readonly BaseMessage[] }> =>
  simulatedJudge(verifyAnswer(problems), (threadId, attempt, isRight) => {
    truths.set(keyOf(threadId, attempt), isRight);
  });

function figuresOf(runs: readonly TaskRun[], truths: ReadonlyMap<string, boolean>): JudgedArm {
  const judged = runs.map((run) => {
    const isRight = (attempt: number) => truths.get(keyOf(run.task.id, attempt)) === true;
    return { run, wasRight: isRight(1), isRight: isRight(deliveredAttempt(run)) };
  });
  const right = judged.filter(({ wasRight }) => wasRight);
  const wrong = judged.filter(({ wasRight }) => !wasRight);
  const count = (part: typeof judged, isMeant: (each: (typeof judged)[number]) => boolean): Share =>
    shareOf(part.filter(isMeant).length, part.length);
  return {
    redone: count(right, ({ run }) => run.records.length > 1),
    spoilt: count(right, ({ isRight }) => !isRight),
    recovered: count(wrong, ({ isRight }) => isRight),
    stepsRedone: runs.reduce((sum, { steps }) => sum + steps.slice(1).reduce((a, b) => a + b, 0), 0),
  };
}

/** The attempt whose result the caller was given. */
function deliveredAttempt({ records }: TaskRun): number {
  const last = records.at(-1);
  return last?.stands?.attempt ?? last?.attempt ?? 1;
}
