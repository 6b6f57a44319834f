import type { ArmFigures } from "./arm-figures.ts";
import { ROLLBACKS } from "./arms.ts";
import type { DemoFigures } from "./demo-figures.ts";
import { frontierTable } from "./frontier-table.ts";
import type { JudgeFigures } from "./judge-arms.ts";
import { judgeTable } from "./judge-table.ts";
import { inHundred, percent, plainTable } from "./plain-table.ts";
import type { Share } from "./share.ts";

/** The figures as tables, no wider than 77 characters, with what they mean in lines between them. */
export function resultsTable(figures: DemoFigures): string {
  const { alpha, arms, calibration, fresh, frontier, judge, model } = figures;
  const on = model.simulated ? "simulated model" : model.name;
  return [
    `${fresh.runs} fresh runs on ${fresh.distinctProblems} distinct problems, none of them used for calibration (${on}):`,
    outcomes(figures),
    "",
    `Where the first attempt went wrong: alpha ${alpha}, calibrated on ${calibration.calibrated} planted failures:`,
    coverageTable(figures),
    coverageNote(figures),
    "",
    `The ${fresh.failedAtFirst} runs that failed at first (on ${fresh.distinctProblemsFailed} distinct problems) in each arm, with up to ${ROLLBACKS} rollbacks (${on}):`,
    armsTable(arms),
    "Steps redone: steps executed after the first attempt, over all rollbacks of all runs; in brackets those of each run's first rollback alone. The restart gets the same kind of note.",
    ...(frontier === null ? [] : frontierLines(frontier, figures)),
    ...(judge === null ? [] : judgeLines(judge, figures)),
  ].join("\n");
}

function frontierLines(
  frontier: NonNullable<DemoFigures["frontier"]>,
  { fresh }: DemoFigures,
): readonly string[] {
  return [
    "",
    `Policies on the same ${fresh.failedAtFirst} runs, each with one to four rollbacks (simulated model):`,
    frontierTable(frontier, fresh.failedAtFirst),
    "Up to so many rollbacks. Least cost is the default policy; to the set goes to the set once, then to the start. Steps a run: steps executed after the first attempt. The last two columns hold each policy against as many restarts: its share of their steps, and by how many points more runs recover, paired by run, ± standard error.",
  ];
}

function judgeLines(judge: JudgeFigures, { fresh }: DemoFigures): readonly string[] {
  return [
    "",
    `All ${fresh.runs} runs again, with a simulated judge that errs instead of the known answers:`,
    judgeTable(judge),
    `By its own yes or no the judge rejects 15 % of right runs. Calibrated on ${judge.n} right runs, it rejects at most ${inHundred(judge.epsilon)} %, on average over calibrations. Delivered: what the caller is given in the end.`,
  ];
}

function outcomes({ fresh }: DemoFigures): string {
  const table = plainTable([], ["left", "right", "right"]);
  table.push(
    ["solved at once", String(fresh.solvedAtOnce.count), percent(fresh.solvedAtOnce)],
    ["recovered by rollback", String(fresh.recovered.count), percent(fresh.recovered)],
    [`given up after ${ROLLBACKS} rollbacks`, String(fresh.givenUp.count), percent(fresh.givenUp)],
  );
  return table.toString();
}

function coverageTable({ coverage, alpha }: DemoFigures): string {
  const table = plainTable(["", "measured ± standard error", "aimed at"], ["left", "right", "right"]);
  const row = (what: string, share: Share | undefined): string[] => [
    what,
    share === undefined
      ? "not known"
      : `${share.count} of ${share.of}: ${percent(share)} ± ${inHundred(share.standardError)}`,
    `${inHundred(1 - alpha)} %`,
  ];
  table.push(
    row("the set holds the first mistake", coverage?.set),
    row("the rewind reaches back to it", coverage?.rewind),
  );
  return table.toString();
}

function coverageNote({ coverage, calibrationDeviation, calibration }: DemoFigures): string {
  if (coverage === null) return "Nobody knows where a real model went wrong, so coverage is not known.";
  return calibrationDeviation === null
    ? `${calibration.calibrated} planted failures are too few for this alpha: every rollback is a restart.`
    : `The labels are of planted faults, weighed by position as natural failures are distributed. The aim is an average over calibrations: one calibration on ${calibration.calibrated} failures lies ${inHundred(calibrationDeviation)} points off it (standard deviation), which the standard error does not include.`;
}

function armsTable({ rollback, restart, withoutTrace, oracle }: DemoFigures["arms"]): string {
  const head = ["arm", "recovered", "steps redone", "vs restart", "vs oracle"];
  const table = plainTable(head, ["left", "right", "right", "right", "right"]);
  const row = (name: string, arm: ArmFigures): string[] => [
    name,
    `${arm.recovered.count}: ${percent(arm.recovered)}`,
    `${arm.stepsRedone.all} (${arm.stepsRedone.first})`,
    ratio(arm, restart),
    oracle === null ? "not known" : ratio(arm, oracle),
  ];
  table.push(
    row("rollback (the default)", rollback),
    row("restart", restart),
    row("no trace in the note", withoutTrace),
    ...(oracle === null ? [] : [row("oracle's rollback", oracle)]),
  );
  return table.toString();
}

function ratio({ stepsRedone }: ArmFigures, to: ArmFigures): string {
  return to.stepsRedone.all === 0 ? "-" : (stepsRedone.all / to.stepsRedone.all).toFixed(2);
}
