import { betaLaw, smallestAlpha } from "@langgraph-rollback/attribution/conformal";
import {
  type Calibration,
  plantedRatesOf,
  type RollbackForecast,
  setsOf,
} from "@langgraph-rollback/attribution";
import { forecastWords, keepsNothing, printable } from "@langgraph-rollback/inspector/shared";
import type { CalibrateOptions } from "./calibrate-options.ts";
import { evidenceLines, type LearntFrom, learntFromIn } from "./evidence-lines.ts";
import type { OtherScorer } from "./forecast-learnt.ts";
import type { LearntCalibration } from "./learn-calibration.ts";

/** Promise for a group of failures, or for all of them. */
export interface PromiseFigures {
  /** Failures behind it. */
  readonly n: number;
  /** Coverage promised by this rank; 1 where every set is the whole run. */
  readonly level: number;
  /** Coverage promised on average over calibrations: another one than `level` where the rank was drawn. */
  readonly average: number;
  /** Between these two the coverage of one such calibration lies, nine times out of ten; null where no law tells. */
  readonly band: { readonly low: number; readonly high: number } | null;
  /** Failures that this alpha takes, if there are fewer: with as many misses among them, where the labels are by replay. */
  readonly needed: number | null;
}

/** Figures of a calibration, for the next program. */
export interface CalibrationFigures extends PromiseFigures {
  readonly file: string;
  readonly alpha: number;
  readonly method: string;
  /** Content of sets: see `--goal`. */
  readonly goal: "first" | "mean" | number;
  /** Failures that the scorer was fitted on instead. */
  readonly fitted: number;
  readonly scorer: string;
  readonly scorerFingerprint: string;
  /** Evidence of a scorer that was fitted to outcomes; null of any other. */
  readonly learntFrom: LearntFrom | null;
  readonly guarantee: "exact" | "approximate";
  /** Planted failures among them: null where there are none. */
  readonly planted: { readonly n: number; readonly weighed: boolean } | null;
  /** Failures that count as misses, where the labels are by replay; null where they are not. */
  readonly byReplay: {
    readonly unrecovered: number;
    readonly inconclusive: number;
    /** Labels that are a range of steps, among the failures that calibrate. */
    readonly ranges: number;
    /** Smallest miss rate whose sets can leave steps out. */
    readonly smallestAlpha: number;
  } | null;
  /** First rollbacks to be expected of the default policy. */
  readonly forecast: RollbackForecast;
  /** The same of another local scorer; null where none was tried. */
  readonly other: OtherScorer | null;
  /** By group, where groups are calibrated apart. */
  readonly groups: Readonly<Record<string, PromiseFigures>> | null;
}

/** Figures of the calibration. */
export function calibrationFigures(
  { calibration, fitted, name }: Pick<LearntCalibration, "calibration" | "fitted" | "name">,
  {
    forecast,
    other,
    out,
  }: Pick<CalibrateOptions, "out"> & {
    readonly forecast: RollbackForecast;
    readonly other?: OtherScorer | undefined;
  },
): CalibrationFigures {
  const { alpha, failures, goal = "first", method, n, scorerFingerprint } = calibration;
  const groups = [...new Set(failures.flatMap(({ group }) => group ?? []))].toSorted();
  const planted = failures.filter((failure) => failure.planted === true).length;
  const { guarantee, ...promised } = promiseOf(calibration, groups[0]);
  return {
    file: out,
    alpha,
    method,
    goal,
    ...promised,
    n,
    fitted,
    scorer: name,
    scorerFingerprint,
    learntFrom: learntFromIn(calibration),
    guarantee,
    forecast,
    other: other ?? null,
    byReplay: byReplayOf(calibration),
    planted: planted === 0 ? null : { n: planted, weighed: plantedRatesOf(calibration) !== undefined },
    groups:
      groups.length === 0
        ? null
        : Object.fromEntries(groups.map((group) => [group, promiseOf(calibration, group)])),
  };
}

function byReplayOf({
  convention,
  delta,
  failures,
  misses = [],
  n,
}: Calibration): CalibrationFigures["byReplay"] {
  if (convention === undefined) return null;
  const unrecovered = misses.filter(({ missed }) => missed === "unrecovered").length;
  return {
    unrecovered,
    inconclusive: misses.length - unrecovered,
    ranges: failures.filter(({ lastPossible }) => lastPossible !== undefined).length,
    smallestAlpha: smallestAlpha(n, misses.length, delta === undefined ? {} : { delta }),
  };
}

function promiseOf(
  calibration: Calibration,
  group: string | undefined,
): PromiseFigures & Pick<CalibrationFigures, "guarantee"> {
  const sets = setsOf(calibration, calibration.alpha);
  const of = group === undefined ? {} : { group };
  const n = sets.countFor(of);
  // Level and guarantee are the same for any run's set.
  const { drawn, guarantee, level, trivial } = sets.setOf({ stepScores: [1, 0], draw: 0, ...of });
  const isRank = sets.thresholdFor(of) !== undefined;
  const law = isRank && trivial === undefined ? betaLaw(n, Math.round(level * (n + 1))) : undefined;
  return {
    n,
    level,
    average: drawn?.average ?? level,
    band: law === undefined ? null : { low: law.quantile(0.05), high: law.quantile(0.95) },
    needed: trivial?.needed ?? null,
    guarantee: guarantee === "exact" ? "exact" : "approximate",
  };
}

/** The figures for people. */
export function calibrationText(figures: CalibrationFigures): string {
  const { file, fitted, groups, learntFrom, method, n, scorer, scorerFingerprint } = figures;
  const fit = fitted === 0 ? "" : `, after fitting on ${fitted} others`;
  const promises = groups === null ? promise(figures, figures) : groupLines(groups, figures);
  return [
    ...onlyRestarts(figures),
    `Calibrated on ${n} labelled failures${fit}.`,
    `Sets: ${method}. Scorer: ${scorer} (${printable(scorerFingerprint)}).`,
    ...evidenceLines(learntFrom),
    ...promises,
    ...replayLines(figures),
    ...plantedLines(figures),
    ...forecastLines(figures),
    `Wrote ${printable(file)}: \`withRollback\` takes this path as \`calibration\`.`,
  ].join("\n");
}

/** The first thing to know of a calibration that keeps nothing. */
function onlyRestarts({ forecast, other }: CalibrationFigures): readonly string[] {
  if (!keepsNothing(forecast)) return [];
  const another = other === null || keepsNothing(other.forecast) ? "" : `, take \`--scorer ${other.scorer}\``;
  return [forecastWords(forecast), `Label more failures${another}, or take a larger --alpha.`];
}

function forecastLines({ forecast, other }: CalibrationFigures): readonly string[] {
  if (keepsNothing(forecast)) return [];
  const against =
    other === null ? "" : ` With \`--scorer ${other.scorer}\`: ${Math.round(100 * other.forecast.redone)} %.`;
  return `${forecastWords(forecast)}${against}`.replace(" (", "\n(").split("\n");
}

function groupLines(
  groups: NonNullable<CalibrationFigures["groups"]>,
  figures: CalibrationFigures,
): readonly string[] {
  return Object.entries(groups).flatMap(([group, own]) => [
    `Group ${printable(group)}, ${own.n} failures:`,
    ...promise(own, figures).map((line) => `  ${line}`),
  ]);
}

/** Content of the sets, as the predicate of a sentence. */
function content({ byReplay, goal }: CalibrationFigures): string {
  if (byReplay !== null) return "begin at or before the last start from which a replay recovered";
  return typeof goal === "number"
    ? `contain ${goal} or more of a run's decisive steps`
    : "contain the decisive step";
}

function promise(own: PromiseFigures, figures: CalibrationFigures): readonly string[] {
  const { alpha, byReplay, goal, guarantee } = figures;
  const { average, band, level, n, needed } = own;
  const drawn = average === level ? "" : `, and in ${average.toFixed(2)} on average over calibrations`;
  if (needed !== null && byReplay !== null)
    return [
      `TOO FEW: alpha ${alpha} takes ${needed} failures with so many misses among them. Until then every set is the whole run, and a`,
      "rollback starts over. Replay more failures, or take a larger --alpha.",
    ];
  if (needed !== null)
    return [
      `TOO FEW: alpha ${alpha} takes ${needed} failures. Until then every set is the whole run, and a`,
      `rollback starts over. Label ${needed - n} more, or take a larger --alpha.`,
    ];
  if (goal === "mean")
    return [`Promise: sets contain at least ${level.toFixed(2)} of a run's decisive steps, on average.`];
  return [
    guarantee === "exact"
      ? `Promise: sets ${content(figures)} in at least ${level.toFixed(2)} of failures like these${drawn === "" ? ", on average" : drawn};`
      : `Aim, not proven: sets ${content(figures)} in ${level.toFixed(2)} of failures like these${drawn};`,
    ...(band === null
      ? ["one calibration may lie off it."]
      : [
          `this one calibration covers between ${band.low.toFixed(2)} and ${band.high.toFixed(2)} of them, nine times out of ten.`,
        ]),
  ];
}

/** Facts about labels by replay that the promise rests on. */
function replayLines({ byReplay, n }: CalibrationFigures): readonly string[] {
  if (byReplay === null) return [];
  const { inconclusive, ranges, smallestAlpha: least, unrecovered } = byReplay;
  const rounded = Math.ceil(1e4 * least - 1e-9) / 1e4;
  return [
    "The labels are by replay: the promise is not about the first mistake.",
    `Counted as misses, of the ${n} failures: ${unrecovered} that no replay recovered, ${inconclusive} on which replays came to no verdict.`,
    ...(ranges === 0
      ? []
      : [`Labels that are a range of steps: ${ranges}. Each counts as the step that is hardest to hold.`]),
    rounded < 1
      ? `The smallest --alpha that such labels allow is ${rounded}.`
      : "Such labels allow no --alpha.",
  ];
}

function plantedLines({ planted }: CalibrationFigures): readonly string[] {
  if (planted === null) return [];
  return planted.weighed
    ? [
        `${planted.n} of the failures are planted. They count by their position, as natural failures are`,
        "distributed by the success rate of first attempts.",
      ]
    : [
        `${planted.n} of the failures are planted, and all count alike, since the success rate of first`,
        "attempts is not known. Natural first mistakes lie earlier, so more of them than alpha are missed: 1 to 2 in",
        "a hundred more where a step errs with probability .03, 6 to 8 more at .15.",
      ];
}
