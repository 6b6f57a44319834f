import { Buffer } from "node:buffer";

import {
  calibrate,
  fitPositionScorer,
  labelledRun,
  parseCalibration,
  scoredRun,
  setsOf,
} from "@langgraph-rollback/attribution";
import { sampleTrajectories } from "@langgraph-rollback/attribution/testing";
import { evaluateSplits } from "@langgraph-rollback/attribution/conformal/evaluation";

import { costOfEach } from "./cost-of.ts";
import type { Measure, Measurements } from "./series.ts";

const ALPHA = 0.2;
const SPLITS = 16;
/** Labels of a round at the least: small sets of them are used more often. */
const LEAST_LABELS = 1000;
const LEAST_CALLS = 3;
const SETS = 200;

/** Calibrates on growing numbers of simulated labels, and makes sets, files and evaluations of them. */
export async function growByLabels(
  { sizes, seed }: { readonly sizes: readonly number[]; readonly seed: number },
  { add }: Measurements,
): Promise<void> {
  const all = sampleTrajectories(Math.max(...sizes), seed);
  const [failure] = sampleTrajectories(1, seed + 1);
  if (failure === undefined) return;
  // It reads no text, so that what grows is not hidden behind what a scorer does.
  const scorer = fitPositionScorer(sampleTrajectories(100, seed + 2));
  const fresh = scoredRun(failure, await scorer.score(failure));
  for (const size of sizes) {
    const labelled = all.slice(0, size);
    const calls = Math.max(LEAST_CALLS, Math.ceil(LEAST_LABELS / size));
    const note = (operation: string, value: number, unit: Measure["unit"] = "milliseconds"): void =>
      add({ operation, dimension: "labels", unit }, size, value);
    const time = async (operation: string, times: number, work: () => unknown): Promise<void> =>
      note(operation, await costOfEach("processor", times, async () => work()));

    await time("calibrating", calls, () => calibrate(labelled, { scorer, alpha: ALPHA }));
    const calibration = await calibrate(labelled, { scorer, alpha: ALPHA });
    await time("first set of a calibration", calls, () => setsOf({ ...calibration }, ALPHA).setOf(fresh));
    await time("each set after it", SETS, () => setsOf(calibration, ALPHA).setOf(fresh));
    const file = JSON.stringify(calibration, undefined, 2);
    note("calibration file", Buffer.byteLength(file), "bytes");
    await time("reading the calibration file", calls, () => parseCalibration(file));
    const runs = await Promise.all(labelled.map(async (each) => labelledRun(each, await scorer.score(each))));
    await time("evaluating 16 splits", calls, () =>
      evaluateSplits(runs, { methods: ["suffix"], alpha: ALPHA, splits: SPLITS, seed }),
    );
  }
}
