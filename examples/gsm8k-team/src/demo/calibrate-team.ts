import { type Problem, type SeededModel, plantedFaultNote } from "@langgraph-rollback/example-simulation";
import { type Calibration, fitAndCalibrate, fitLogitScorer } from "@langgraph-rollback/attribution";
import type { LabelledTrajectory } from "@langgraph-rollback/attribution/trajectory";
import { countFirstAttempts, plantFaults, type PlantedRun } from "langgraph-rollback/faults";
import { setImmediate } from "node:timers/promises";
import { createTeamGraph } from "../team/team-graph.ts";
import { teamInput } from "../team/team-input.ts";
import { verifyAnswer } from "../team/verify-answer.ts";
import type { TeamTask } from "./team-task.ts";

/** The first attempt at a task, without a fault. */
export interface FirstAttempt {
  /** Of the task. */
  readonly id: string;
  readonly isRight: boolean;
}

/** Results of planting faults. */
export interface TeamCalibration {
  /** Undefined when there were fewer than two labelled failures. */
  readonly calibration: Calibration | undefined;
  readonly labelled: readonly LabelledTrajectory[];
  /** How many runs gave no label, by the reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /** How many of the labelled failures the scorer was fitted on; the others calibrate. */
  readonly fitted: number;
  /** Whether the runs were right before a fault was planted, in order. */
  readonly firstAttempts: readonly FirstAttempt[];
}

export interface CalibrateTeamOptions {
  readonly model: SeededModel;
  readonly problems: readonly Problem[];
  readonly tasks: readonly TeamTask[];
  readonly alpha: number;
  readonly seed: number;
  readonly onRun: (run: PlantedRun) => void;
}

/** Plants a fault into a run of each task, and learns from those that fail for it where the team goes wrong. */
export async function calibrateTeam(options: CalibrateTeamOptions): Promise<TeamCalibration> {
  const { alpha, seed } = options;
  const labelled: LabelledTrajectory[] = [];
  const skipped = new Map<string, number>();
  const runs: PlantedRun[] = [];
  const tasks = options.tasks.map(({ id, problem, seed: runSeed }) => ({
    id,
    input: teamInput(problem, runSeed),
  }));
  const planted = plantFaults(createTeamGraph(options.model), tasks, {
    seed,
    verify: verifyAnswer(options.problems),
    fault: (context) => ({ note: plantedFaultNote(context.seed) }),
  });
  for await (const run of planted) {
    if (run.status === "labelled") labelled.push(run.trajectory);
    else skipped.set(run.why, (skipped.get(run.why) ?? 0) + 1);
    runs.push(run);
    options.onRun(run);
    // Nothing here waits for the outside world: without a pause no progress would be drawn and Ctrl-C not be heard.
    await setImmediate();
  }
  const attempted = runs.flatMap(({ base, task }) =>
    base === undefined ? [] : [{ id: task, isRight: base.ok }],
  );
  const learnt = { labelled, skipped: Object.fromEntries(skipped), firstAttempts: attempted };
  if (labelled.length < 2) return { ...learnt, calibration: undefined, fitted: 0 };
  const fit = (part: readonly LabelledTrajectory[]) => fitLogitScorer(part, { seed });
  // By how often first attempts succeed, planted labels count as natural failures are distributed.
  const firstAttempts = countFirstAttempts(runs);
  const { calibration } = await fitAndCalibrate(labelled, {
    fit,
    seed,
    alpha,
    method: "suffix",
    firstAttempts,
  });
  return { ...learnt, calibration, fitted: labelled.length - calibration.n };
}
