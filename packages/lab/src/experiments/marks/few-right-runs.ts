import { readFileSync } from "node:fs";

import {
  calibrateVerifier,
  fitPanel,
  type PanelModel,
  panelScore,
  rejectionOf,
} from "@langgraph-rollback/attribution";
import { seededOrder, trajectoryDraw } from "@langgraph-rollback/attribution/draws";

import { type Figure, overProblems } from "../figure.ts";
import { type MarkedRun, markedRuns } from "./marked-runs.ts";
import { isRight, PANEL_MEMBERS, scoresOf } from "./panel-scores.ts";

/** With how many right runs a verifier is calibrated. */
export interface FewRightRunsJob {
  readonly kind: "few-right-runs";
  readonly file: string;
  readonly right: number;
  readonly draws: number;
  readonly seed: number;
}

/** Results of a verifier that few right runs calibrate. */
export interface FewRightRunsFigures extends Omit<FewRightRunsJob, "file" | "seed"> {
  /** The rank of the threshold is drawn by the names of the right runs, as a product draws it, or rounded up. */
  readonly rank: "drawn" | "rounded";
  readonly rejected: Figure;
  readonly caught: Figure;
}

export const FEW_RIGHT_RUNS_EPSILON = 0.05;

interface Judged {
  readonly run: MarkedRun;
  readonly isRejected: boolean;
}

/** Measures the panel of judges as a verifier: a third of the tasks fits it, the next right runs calibrate it, runs of all other tasks are judged. */
export async function measureFewRightRuns({
  draws,
  file,
  kind,
  right,
  seed,
}: FewRightRunsJob): Promise<readonly FewRightRunsFigures[]> {
  const runs = markedRuns(readFileSync(file, "utf8")).filter(
    ({ outcome }) => outcome === 1 || outcome === -1,
  );
  const judged: Readonly<Record<FewRightRunsFigures["rank"], Judged[]>> = { rounded: [], drawn: [] };
  for (let draw = 0; draw < draws; draw += 1) {
    const { calibrating, fitting, tested } = partsOf(runs, right, 1000 * seed + draw);
    const panel = fitPanel(
      PANEL_MEMBERS,
      fitting.map((run) => ({ scores: scoresOf(run), right: isRight(run) })),
      { seed },
    );
    for (const rank of ["rounded", "drawn"] as const) {
      const below = thresholdOf(panel, calibrating, rank);
      for (const run of tested)
        judged[rank].push({ run, isRejected: panelScore(panel, scoresOf(run)) < below });
    }
  }
  return (["rounded", "drawn"] as const).map((rank) => ({
    kind,
    right,
    draws,
    rank,
    rejected: shareOf(judged[rank].filter(({ run }) => isRight(run))),
    caught: shareOf(judged[rank].filter(({ run }) => !isRight(run))),
  }));
}

function shareOf(judged: readonly Judged[]): Figure {
  const { mean, standardError } = overProblems(
    judged.map(({ isRejected }) => Number(isRejected)),
    judged.map(({ run }) => run.group),
  );
  return { mean: Number(mean.toFixed(5)), standardError: Number(standardError.toFixed(5)) };
}

function thresholdOf(
  panel: PanelModel,
  calibrating: readonly MarkedRun[],
  rank: FewRightRunsFigures["rank"],
): number {
  const verdicts = calibrating.map((run) => ({
    score: panelScore(panel, scoresOf(run)),
    right: true,
    ...(rank === "drawn" ? { draw: trajectoryDraw(run) } : {}),
  }));
  const calibration = calibrateVerifier(verdicts, { verifier: "panel", epsilon: FEW_RIGHT_RUNS_EPSILON });
  return rejectionOf(calibration).below;
}

interface Parts {
  readonly fitting: readonly MarkedRun[];
  readonly calibrating: readonly MarkedRun[];
  readonly tested: readonly MarkedRun[];
}

/** No task is in two parts. */
function partsOf(runs: readonly MarkedRun[], right: number, seed: number): Parts {
  const known = [...new Set(runs.map(({ group }) => group))];
  const tasks = seededOrder(known.length, seed).map((at) => known[at]);
  const third = Math.floor(tasks.length / 3);
  const inTasks = (some: readonly (string | undefined)[]) => runs.filter(({ group }) => some.includes(group));
  const calibrating = tasks
    .slice(third)
    .flatMap((task) => runs.filter((run) => run.group === task && isRight(run)))
    .slice(0, right);
  const labelled = new Set(calibrating.map(({ group }) => group));
  const tested = inTasks(tasks.slice(third)).filter(({ group }) => !labelled.has(group));
  return { fitting: inTasks(tasks.slice(0, third)), calibrating, tested };
}
