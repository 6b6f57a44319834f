import { type AlarmCalibration, alarmOf } from "@langgraph-rollback/attribution";
import { printable } from "@langgraph-rollback/inspector/shared";

import { leftOutLines, type LeftOut } from "../../data/load-judged-steps.ts";
import { plainTable } from "../../terminal/plain-table.ts";
import type { AlarmEvidence } from "./alarm-evidence.ts";

/** Numbers of runs. */
interface Counted {
  readonly right: number;
  readonly wrong: number;
}

/** Figures about an alarm's calibration, for the next program. */
export interface AlarmFigures {
  readonly file: string;
  readonly by: AlarmEvidence["by"];
  readonly scorer: string;
  readonly rightBy: AlarmCalibration["rightBy"];
  readonly seed: number;
  readonly leftOut?: LeftOut;
  readonly unscored?: number;
  readonly fitted: Counted;
  readonly calibrated: Counted;
  readonly alpha: number;
  /** For each group, or for all runs. */
  readonly promises: readonly string[];
  /** Figures at other shares; thresholds only where there are no groups. */
  readonly at: readonly {
    readonly alpha: number;
    /** Null where no run is stopped. */
    readonly above: number | null;
    /** Wrong runs, of those that calibrated, which it would have stopped. */
    readonly wrongStopped: number;
  }[];
}

/** Shares of right runs that the table shows beside the requested one. */
const ALPHAS = [0.01, 0.02, 0.05, 0.1, 0.2] as const;

/** Figures of a calibration and of the runs that it was made from. */
export function alarmFigures(
  calibration: AlarmCalibration,
  { by, calibrated, fitted, leftOut, unscored = 0 }: AlarmEvidence,
  { file, seed }: Pick<AlarmFigures, "file" | "seed">,
): AlarmFigures {
  const { alpha, rightBy, runs, scorerFingerprint } = calibration;
  const groups = [...new Set(runs.flatMap(({ group }) => group ?? []))].toSorted();
  const alphas = [...new Set([...ALPHAS, alpha])].toSorted((a, b) => a - b);
  return {
    file,
    by,
    scorer: scorerFingerprint,
    rightBy,
    seed,
    ...(leftOut === undefined ? {} : { leftOut }),
    ...(unscored === 0 ? {} : { unscored }),
    fitted: countOf(fitted),
    calibrated: countOf(calibrated),
    alpha,
    promises:
      groups.length === 0
        ? [alarmOf(calibration).reason]
        : groups.map((group) => alarmOf(calibration, { group }).reason),
    at: alphas.map((each) => {
      const { above } = alarmOf(calibration, { alpha: each });
      return {
        alpha: each,
        above: groups.length > 0 || above === Infinity ? null : above,
        wrongStopped: wrongStopped(calibration, each),
      };
    }),
  };
}

function countOf(runs: readonly { readonly right: boolean }[]): Counted {
  const right = runs.filter((run) => run.right).length;
  return { right, wrong: runs.length - right };
}

/** Each by the threshold of its group. The wrong runs have no part in a threshold. */
function wrongStopped(calibration: AlarmCalibration, alpha: number): number {
  return calibration.runs.filter(
    ({ group, peak, right }) =>
      !right &&
      peak !== undefined &&
      peak > alarmOf(calibration, { alpha, ...(group === undefined ? {} : { group }) }).above,
  ).length;
}

const FITTED = {
  scores: "fitted the alarm",
  recorded: "fitted the alarm",
  progress: "fitted the scores, of how a run goes, and the alarm",
} as const;

const RIGHT = {
  truth: "Right is what the lines say.",
  acceptance: "Right is what the verifier accepts.",
} as const;

/** The same for people. */
export function alarmText(figures: AlarmFigures): string {
  const { at, by, calibrated, file, fitted, leftOut, promises, rightBy, scorer, seed, unscored } = figures;
  const table = plainTable(["alpha", "stopped above", "wrong ones stopped"]);
  for (const { above, alpha, wrongStopped: stopped } of at)
    table.push([
      String(alpha),
      above === null ? "-" : String(Number(above.toPrecision(4))),
      `${stopped} of ${calibrated.wrong}`,
    ]);
  const isLocal = by === "progress";
  const all = fitted.right + fitted.wrong + calibrated.right + calibrated.wrong;
  return [
    `${all} ${by === "scores" ? "runs" : "first attempts that a verifier judged and nothing could stop"}${isLocal ? "" : `, scored by ${printable(scorer)}`}.`,
    ...leftOutLines(leftOut),
    ...(unscored === undefined ? [] : [`Left out: ${unscored} without scores of it.`]),
    `Half of them, drawn by their names (seed ${seed}), ${FITTED[by]}: ${wordsOf(fitted)}.`,
    `The other half calibrated it: ${wordsOf(calibrated)}. ${RIGHT[rightBy]}`,
    ...promises,
    "",
    table.toString(),
    "",
    `Written to ${file}. withRollback(graph, { verify, watch: { alarm: "${file}"${isLocal ? "" : ", scorer"} } }) uses it.`,
  ].join("\n");
}

const wordsOf = ({ right, wrong }: Counted): string => `${right} right, ${wrong} wrong`;
