import { writeCalibration } from "@langgraph-rollback/attribution";
import { calibrateTeam, type TeamCalibration } from "./calibrate-team.ts";
import type { DemoSetting } from "./demo-setting.ts";
import type { Narrator } from "./narrator.ts";
import { distinctProblems } from "./team-task.ts";

/** Plants faults, says what came of it, and keeps the calibration in a file if one is named. */
export async function calibrationPhase(
  { chosen, options, problems, tasks }: DemoSetting,
  file: string | undefined,
  narrator: Narrator,
): Promise<TeamCalibration> {
  const { calibration: planned } = tasks;
  const { alpha, seed } = options;
  const progress = narrator.start(
    `Calibrating: planting faults into ${planned.length} runs on ${distinctProblems(planned)} problems`,
    Math.max(1, planned.length),
  );
  let labelled = 0;
  const learnt = await calibrateTeam({
    model: chosen.model,
    problems,
    tasks: planned,
    alpha,
    seed,
    onRun({ status }) {
      if (status === "labelled") labelled += 1;
      progress.advance(`${labelled} failed for it`);
    },
  });
  const { calibration, fitted, skipped } = learnt;
  const others = Object.entries(skipped).map(([why, count]) => `${why}: ${count}`);
  const told = others.length === 0 ? "" : ` (not used: ${others.join(", ")})`;
  if (calibration === undefined) {
    progress.fail(
      `${labelled} labelled failures are too few to calibrate${told}: every rollback will be a restart.`,
    );
    return learnt;
  }
  progress.done(
    `${labelled} labelled failures${told}: the scorer is fitted on ${fitted} and calibrated on the other ${calibration.n}, alpha ${alpha}.`,
  );
  if (file !== undefined) {
    await writeCalibration(file, calibration);
    narrator.say(`Calibration: ${file}`);
  }
  return learnt;
}
