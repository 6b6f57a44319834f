import Table from "cli-table3";
import type { ArmFigures } from "./arm-figures.ts";
import type { DemoFigures } from "./demo-figures.ts";
import type { Share } from "./share.ts";

/** The figures as tables, and what they mean. */
export function resultsTable(figures: DemoFigures): string {
  const { arms, fresh, model } = figures;
  const on = model.simulated ? "simulated model" : model.name;
  return [
    `${fresh.runs} fresh runs on ${fresh.distinctProblems} distinct problems, none of them used for calibration (${on}):`,
    outcomes(figures),
    "",
    `Where the first attempt went wrong, alpha ${figures.alpha}, calibrated on ${figures.calibration.calibrated} planted failures:`,
    coverageTable(figures),
    ...coverageNotes(figures),
    "",
    `The same ${fresh.failedAtFirst} failing runs (on ${fresh.distinctProblemsFailed} problems) in each arm, up to 2 rollbacks:`,
    armsTable(arms),
    "Steps redone: steps executed after the first attempt, over all rollbacks; in brackets those of the first rollback alone.",
  ].join("\n");
}

function outcomes({ fresh }: DemoFigures): string {
  const table = plainTable([], ["left", "right", "right"]);
  table.push(
    ["solved at once", ...countAndShare(fresh.solvedAtOnce)],
    ["recovered by rollback", ...countAndShare(fresh.recovered)],
    ["given up after 2 rollbacks", ...countAndShare(fresh.givenUp)],
  );
  return table.toString();
}

function coverageTable({ coverage, alpha }: DemoFigures): string {
  const table = plainTable(
    ["", "measured", "± standard error", "promised"],
    ["left", "right", "right", "right"],
  );
  const promised = `>= ${percent(1 - alpha)}`;
  const row = (what: string, share: Share | undefined): string[] => [
    what,
    share === undefined ? "not known" : `${share.count} of ${share.of}: ${percent(share.share)}`,
    percent(share?.standardError ?? null),
    promised,
  ];
  table.push(
    row("the set holds the first mistake", coverage?.set),
    row("the rewind reaches back to it", coverage?.rewind),
  );
  return table.toString();
}

function coverageNotes({ coverage, calibrationDeviation, calibration }: DemoFigures): readonly string[] {
  if (coverage === null) return ["Nobody knows where a real model went wrong, so coverage is not known."];
  if (calibrationDeviation === null)
    return [`${calibration.calibrated} failures are too few for this alpha: every rollback is a restart.`];
  return [
    `The promise is on average over calibrations; with ${calibration.calibrated} failures one calibration lies ${percent(calibrationDeviation)} off (standard deviation), beside the standard error.`,
  ];
}

function armsTable({ rollback, restart, withoutTrace, oracle }: DemoFigures["arms"]): string {
  const head = ["arm", "recovered", "rollbacks", "steps redone", "of restart's", "of the oracle's"];
  const table = plainTable(head, ["left", "right", "right", "right", "right", "right"]);
  const row = (name: string, arm: ArmFigures): string[] => [
    name,
    `${arm.recovered.count} of ${arm.recovered.of}: ${percent(arm.recovered.share)}`,
    String(arm.rollbacks),
    `${arm.stepsRedone.all} (${arm.stepsRedone.first})`,
    ratio(arm, restart),
    oracle === null ? "not known" : ratio(arm, oracle),
  ];
  table.push(
    row("rollback to the set", rollback),
    row("restart, same kind of note", restart),
    row("rollback, note without the trace", withoutTrace),
    ...(oracle === null ? [] : [row("rollback by an oracle", oracle)]),
  );
  return table.toString();
}

/** Without colours of its own, so that it is the same everywhere. */
function plainTable(head: string[], colAligns: ("left" | "right")[]) {
  return new Table({ head, colAligns, style: { head: [], border: [], compact: true } });
}

function countAndShare({ count, share }: Share): [string, string] {
  return [String(count), percent(share)];
}

function percent(share: number | null): string {
  return share === null ? "-" : `${(share * 100).toFixed(1)} %`;
}

function ratio({ stepsRedone: { all, first } }: ArmFigures, to: ArmFigures): string {
  const part = (amount: number, whole: number): string => (whole === 0 ? "-" : (amount / whole).toFixed(2));
  return `${part(all, to.stepsRedone.all)} (${part(first, to.stepsRedone.first)})`;
}
