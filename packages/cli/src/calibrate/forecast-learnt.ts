import { type FirstAttempts, scoredRun, type RollbackForecast } from "@langgraph-rollback/attribution";
import {
  isLabelled,
  type LabelledTrajectory,
  type MissedTrajectory,
  type Trajectory,
} from "@langgraph-rollback/attribution/trajectory";
import type { Output } from "../terminal/output.ts";
import { withProgress } from "../terminal/with-progress.ts";
import { CALIBRATED_SCORERS, type ScorerName } from "../options/scorer-name.ts";
import { learnCalibration, type Learning, type LearntCalibration } from "./learn-calibration.ts";

/** Fits in turns without so many parts of the failures. */
const MOST_PARTS = 10;
/** Without one of them, one fits and one calibrates. */
const LEAST_REFITTED = 3;
/** With more failures, those that calibrate are enough: fits take their time. */
const MOST_REFITTED = 200;

/** A calibration as it was learnt, with the first attempts that it was learnt with. */
interface Learnt {
  readonly firstAttempts?: readonly FirstAttempts[] | undefined;
  /** Failures for which replays found no start. */
  readonly misses: readonly MissedTrajectory[];
  readonly learnt: LearntCalibration;
  /** Told how far it is. */
  readonly output: Output;
}

/** A part of labels that are enough may be too few. */
const TOLERANT = { smallSample: "full" } as const;

/**
 * The forecast of first rollbacks by the default policy. Where a scorer was fitted, each failure is held out of the fit as well as of the calibration.
 *
 * LangGraph is loaded here, which takes its time.
 */
export async function forecastLearnt(
  labelled: readonly LabelledTrajectory[],
  options: Learning,
  { firstAttempts, learnt, misses, output }: Learnt,
): Promise<RollbackForecast> {
  const { forecastHeldOut, forecastRollback } = await import("langgraph-rollback");
  const { calibration, fit, name } = learnt;
  // Cross calibration has scored each failure without having fitted on it.
  const isScoredHeldOut = fit === undefined || options.cross === true;
  const all: readonly (LabelledTrajectory | MissedTrajectory)[] = [...labelled, ...misses];
  if (isScoredHeldOut || !isRefitted(all)) return forecastRollback(calibration);
  const again = { ...options, method: calibration.method, ...TOLERANT };
  const context = { firstAttempts, learning: { name, fit } };
  const parts = Math.min(MOST_PARTS, all.length);
  return withProgress(output, "Forecasting", parts, async ({ advance }) => {
    const held = [];
    for (let part = 0; part < parts; part += 1) {
      const isHeld = (_: unknown, place: number) => place % parts === part;
      const others = all.filter((each, place) => !isHeld(each, place));
      const own = { ...context, misses: others.filter(isMissed) };
      const without = await learnCalibration(others.filter(isLabelled), again, own);
      for (const each of all.filter(isHeld)) {
        const scores = await without.scorer.score(each);
        const run = scoredRun(options.group === undefined ? { id: each.id } : each, scores);
        held.push({ run, calibration: without.calibration });
      }
      advance();
    }
    return forecastHeldOut(held);
  });
}

/** Another local scorer, and its forecast with the same labels. */
export interface OtherScorer {
  readonly scorer: ScorerName;
  readonly forecast: RollbackForecast;
}

/** The same of the local scorer that a user would try next; nothing where models were asked, a scorer was reused, or labels are too few or too many. */
export async function forecastOther(
  labelled: readonly LabelledTrajectory[],
  options: Learning,
  { firstAttempts, learnt, misses, output }: Learnt,
): Promise<OtherScorer | undefined> {
  const isLocal = CALIBRATED_SCORERS.some((name) => name === learnt.name);
  if (!isLocal || !isRefitted([...labelled, ...misses])) return undefined;
  const scorer: ScorerName = learnt.name === "logit" ? "position" : "logit";
  const { cross: _, method: __, reuse: ___, ...rest } = options;
  const asked = { ...rest, ...TOLERANT, scorer };
  const other = await learnCalibration(labelled, asked, { firstAttempts, misses });
  return {
    scorer,
    forecast: await forecastLearnt(labelled, asked, { firstAttempts, learnt: other, misses, output }),
  };
}

const isMissed = (each: Trajectory): each is MissedTrajectory => "missed" in each;

const isRefitted = ({ length }: readonly Trajectory[]): boolean =>
  length >= LEAST_REFITTED && length <= MOST_REFITTED;
