// The demo's parts, from its build: the demo itself keeps the simulation's ledger to itself.
import { stat } from "node:fs/promises";
import path from "node:path";
import { readCalibration } from "@langgraph-rollback/attribution";
import { fileLabelStore } from "@langgraph-rollback/inspector";
import { EARLIEST_UNRECOVERED } from "@langgraph-rollback/inspector/shared";
import { readHistory } from "langgraph-rollback";
import { calibrationPhase } from "../../examples/gsm8k-team/dist/demo/calibration-phase.js";
import { demoSetting } from "../../examples/gsm8k-team/dist/demo/demo-setting.js";
import { freshPhase } from "../../examples/gsm8k-team/dist/demo/fresh-phase.js";
import { openFreshSaver } from "../../examples/gsm8k-team/dist/demo/open-saver.js";
import { plainNarrator } from "../../examples/gsm8k-team/dist/demo/plain-narrator.js";

const narrator = plainNarrator(console.log);

/**
 * Runs the demo into a folder, and labels failures by the simulation's ledger, under that name.
 *
 * @param options.labelled at most so many
 */
export async function recordDemo(folder, { labelled }) {
  const database = path.join(folder, "gsm8k-team.sqlite");
  const file = path.join(folder, "gsm8k-team.calibration.json");
  const setting = await demoSetting({ problems: 200, calibrate: 400, seed: 1, alpha: 0.1 }, {});
  const { saver } = await openFreshSaver(database);
  const { calibration } = await calibrationPhase(setting, file, narrator);
  const runs = await freshPhase(setting, calibration, saver, narrator);
  const labels = fileLabelStore(path.join(folder, "gsm8k-team.labels.jsonl"));
  const failed = runs.filter(({ status }) => status !== "succeeded").slice(0, labelled);
  for (const { task, steps } of failed) await label(labels, saver, task.id, steps[0], setting.faultyStep);
  return { database, labels, calibration: async () => await calibrationFile(file) };
}

async function label(labels, saver, thread, steps, faultyStep) {
  const step = faultyStep(thread);
  const [run] = await readHistory(saver, { configurable: { thread_id: thread } });
  if (step === undefined || run === undefined) return;
  await labels.add({
    thread,
    run: run.run,
    attempt: 1,
    steps,
    verdict: { kind: "decisive", step },
    labeller: "the simulation's ledger",
    convention: EARLIEST_UNRECOVERED,
  });
}

async function calibrationFile(file) {
  const { mtime } = await stat(file);
  return {
    file: path.basename(file),
    calibration: await readCalibration(file),
    writtenAt: mtime.toISOString(),
  };
}
