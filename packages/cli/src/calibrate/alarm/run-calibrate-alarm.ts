import {
  calibrateAlarm,
  fitAlarm,
  writeAlarmCalibration,
  writeWholeFile,
} from "@langgraph-rollback/attribution";
import { printable } from "@langgraph-rollback/inspector/shared";

import { leftOutLines, loadJudgedSteps } from "../../data/load-judged-steps.ts";
import { holdsScores, loadScoredRuns } from "../../data/load-scored-runs.ts";
import { CommandFailedError } from "../../errors/command-failed-error.ts";
import { UsageError } from "../../errors/usage-error.ts";
import { checkOutputs } from "../../files/check-outputs.ts";
import type { Output } from "../../terminal/output.ts";
import { withProgress } from "../../terminal/with-progress.ts";
import type { CalibrateOptions } from "../calibrate-options.ts";
import { type AlarmEvidence, evidenceInRuns, evidenceInScores } from "./alarm-evidence.ts";
import { alarmFigures, alarmText } from "./alarm-report.ts";

/** Source and destination of an alarm's calibration. */
export interface CalibrateAlarmOptions extends Pick<
  CalibrateOptions,
  "delta" | "force" | "group" | "json" | "out" | "schema" | "seed" | "smallGroups"
> {
  /** Recorded runs, or JSON Lines of runs with a score after each step. */
  readonly alarm: string;
  /** Tolerated share of right runs that are ever stopped, in (0, 1). Default: that of `calibrateAlarm`. */
  readonly alpha?: number;
  /** Fingerprint of what gave the scores. */
  readonly scorer?: string;
}

/** `langgraph-rollback calibrate --alarm`: from runs that nothing could stop to the file that stops the next ones. */
export async function runCalibrateAlarm(options: CalibrateAlarmOptions, output: Output): Promise<void> {
  const { alarm, alpha, delta, force, group, json, out, seed, smallGroups } = options;
  checkOutputs({ force, reads: { "--alarm": alarm }, writes: { "--out": out, "--json": json } });
  const evidence = await evidenceOf(options, output);
  const calibration = calibrateAlarm(evidence.calibrated, {
    model: fitAlarm(evidence.fitted),
    scorer: evidence.scorer,
    rightBy: evidence.rightBy,
    groups: group !== undefined,
    ...(alpha === undefined ? {} : { alpha }),
    ...(delta === undefined ? {} : { delta }),
    ...(smallGroups === undefined ? {} : { smallGroups }),
  });
  await writeAlarmCalibration(out, calibration);
  const figures = alarmFigures(calibration, evidence, { file: out, seed });
  const asJson = JSON.stringify(figures, undefined, 2);
  output.print(json === true ? asJson : alarmText(figures));
  if (typeof json === "string") writeWholeFile(json, `${asJson}\n`);
}

async function evidenceOf(options: CalibrateAlarmOptions, output: Output): Promise<AlarmEvidence> {
  const { alarm, group, schema } = options;
  if (await holdsScores(alarm)) return evidenceInScores(await loadScoredRuns(alarm, { group }), options);
  if (group !== undefined)
    throw new UsageError("`--group` names a field of a file of scores; recorded runs have none.");
  const judged = await withProgress(output, "Reading runs", 1, () =>
    loadJudgedSteps(
      alarm,
      ({ message, thread }) =>
        output.printError(`warning: thread "${printable(thread)}": ${printable(message)}`),
      { schema },
    ),
  );
  if (judged.runs.length === 0)
    throw new CommandFailedError(
      [
        `Expected runs in ${printable(alarm)} whose first attempts a verifier has judged, got none.`,
        ...leftOutLines(judged.leftOut),
      ].join(" "),
    );
  return evidenceInRuns(judged, options);
}
