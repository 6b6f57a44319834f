import { betaLaw, conformalRank, labelsNeeded } from "@langgraph-rollback/conformal";
import { printable } from "@langgraph-rollback/inspector/shared";
import type { CalibrateOptions } from "./calibrate-options.ts";
import type { LearntCalibration } from "./learn-calibration.ts";

/** Figures of a calibration, for the next program. */
export interface CalibrationFigures {
  readonly file: string;
  readonly alpha: number;
  readonly method: string;
  /** Failures that calibrated, and those that the scorer was fitted on instead. */
  readonly n: number;
  readonly fitted: number;
  readonly scorer: string;
  readonly scorerFingerprint: string;
  readonly guarantee: "exact" | "approximate";
  /** Coverage promised, on average over calibrations; 1 where every set is the whole run. */
  readonly level: number;
  /** Between these two the coverage of one such calibration lies, nine times out of ten. */
  readonly band: { readonly low: number; readonly high: number };
  /** Failures that this alpha takes, if there are fewer. */
  readonly needed: number | null;
}

/** What was learnt, in figures. */
export function calibrationFigures(
  { calibration, fitted, scorer }: LearntCalibration,
  { out }: Pick<CalibrateOptions, "out">,
): CalibrationFigures {
  const { alpha, guarantee = "exact", method, n, scorerFingerprint } = calibration;
  const rank = conformalRank(n, alpha);
  const law = betaLaw(n, rank);
  return {
    file: out,
    alpha,
    method,
    n,
    fitted,
    scorer,
    scorerFingerprint,
    guarantee,
    level: rank / (n + 1),
    band: { low: law.quantile(0.05), high: law.quantile(0.95) },
    needed: rank > n ? labelsNeeded(alpha) : null,
  };
}

/** The figures for people. */
export function calibrationText(figures: CalibrationFigures): string {
  const { file, fitted, method, n, scorer, scorerFingerprint } = figures;
  const fit = fitted === 0 ? "" : `, after fitting on ${fitted} others`;
  return [
    `Calibrated on ${n} labelled failures${fit}.`,
    `Sets: ${method}. Scorer: ${scorer} (${printable(scorerFingerprint)}).`,
    ...promise(figures),
    `Wrote ${printable(file)}: \`withRollback\` takes what \`readCalibration\` reads from it.`,
  ].join("\n");
}

function promise(figures: CalibrationFigures): readonly string[] {
  const { alpha, band, guarantee, level, needed, n } = figures;
  if (needed !== null)
    return [
      `TOO FEW: alpha ${alpha} takes ${needed} failures. Until then every set is the whole run, and a`,
      `rollback starts over. Label ${needed - n} more, or take a larger --alpha.`,
    ];
  const [low, high] = [band.low.toFixed(2), band.high.toFixed(2)];
  return [
    guarantee === "exact"
      ? `Promise: sets hold the decisive step in at least ${level.toFixed(2)} of failures like these, on average;`
      : `Aim, measured and not proven: sets hold the decisive step in ${level.toFixed(2)} of failures like these;`,
    `this one calibration covers between ${low} and ${high} of them, nine times out of ten.`,
  ];
}
