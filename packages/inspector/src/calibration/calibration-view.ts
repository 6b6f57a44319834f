import { type Calibration, plantedRatesOf } from "@langgraph-rollback/attribution";
import { forecastRollback } from "langgraph-rollback";

import { EARLIEST_UNRECOVERED, LAST_RECOVERING_START, type LabelStore } from "../shared/labels/label.ts";
import type { ThreadSource } from "../source/thread-source.ts";
import type { CalibrationView, MissCounts } from "../shared/view/calibration-view.ts";
import type { CalibrationFile } from "./calibration-file.ts";
import { calibrationWarnings } from "./calibration-warnings.ts";
import { judgedAttempts, type JudgedAttempt } from "./judged-attempt.ts";
import { recordedCoverage } from "./recorded-coverage.ts";
import { scoredAttempts } from "./scored-attempt.ts";
import { setCurve } from "./set-curve.ts";

/** Source and labels to compare a calibration with. */
export interface CalibrationViewOptions {
  readonly source: ThreadSource;
  readonly labels: Pick<LabelStore, "list">;
  /** Without one, the view says what recorded sets and labels tell. */
  readonly calibration?: CalibrationFile | undefined;
  /** Only labels of this convention count, or those that the calibration was made of by replay; default {@link EARLIEST_UNRECOVERED}. */
  readonly convention?: string | undefined;
  /** Threads that are looked at, latest first; default 1000. */
  readonly threads?: number | undefined;
}

/** Whether the guarantee can be relied on, by what was recorded and labelled. About first attempts, as the guarantee is. */
export async function calibrationView(options: CalibrationViewOptions): Promise<CalibrationView> {
  const { calibration, labels, source, threads = 1000 } = options;
  const convention = calibration?.calibration.convention ?? peoplesOr(options);
  const attempts = await judgedAttempts(source, await labels.list(), { convention, limit: threads });
  return viewOfAttempts(attempts, convention, calibration);
}

/** A calibration by another convention than the labels by replay: those are about another step. */
function peoplesOr({ calibration, convention = EARLIEST_UNRECOVERED }: CalibrationViewOptions): string {
  return calibration !== undefined && convention === LAST_RECOVERING_START
    ? EARLIEST_UNRECOVERED
    : convention;
}

function viewOfAttempts(
  attempts: readonly JudgedAttempt[],
  convention: string,
  given?: CalibrationFile,
): CalibrationView {
  const scored = given === undefined ? [] : scoredAttempts(attempts, given.calibration);
  const { counted, coverage } = recordedCoverage(attempts, convention, given?.calibration);
  return {
    calibration: given && described(given.file, given.calibration),
    warnings: calibrationWarnings(given, attempts, scored, { counted, coverage }),
    coverage,
    counted,
    curve: given === undefined ? [] : setCurve(scored, given.calibration),
    positions: positionsOf(attempts),
    labelled: attempts.filter(({ label, missed }) => (label ?? missed) !== undefined).length,
    failed: attempts.length,
  };
}

function described(file: string, calibration: Calibration): NonNullable<CalibrationView["calibration"]> {
  const { alpha, convention, failures, goal = "first", method, misses, n, scorerFingerprint } = calibration;
  const count = failures.filter((failure) => failure.planted === true).length;
  const planted = count === 0 ? null : { n: count, isWeighed: plantedRatesOf(calibration) !== undefined };
  const guarantee = calibration.guarantee ?? (planted === null ? "exact" : "approximate");
  const forecast = forecastRollback(calibration);
  const byReplay = convention === undefined ? {} : { byReplay: missesOf(misses) };
  return { file, method, alpha, n, scorerFingerprint, guarantee, goal, planted, ...byReplay, forecast };
}

function missesOf(misses: Calibration["misses"] = []): MissCounts {
  const unrecovered = misses.filter(({ missed }) => missed === "unrecovered").length;
  return { unrecovered, inconclusive: misses.length - unrecovered };
}

const BINS = 10;

function positionsOf(attempts: readonly JudgedAttempt[]): readonly number[] {
  const bins = Array.from({ length: BINS }, () => 0);
  for (const { label, steps } of attempts) {
    if (label === undefined) continue;
    const bin = Math.floor(((label.decisiveStep + 0.5) / steps) * BINS);
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return bins;
}
