import {
  type AlarmCalibration,
  alarmId,
  CalibrationMismatchError,
  parseAlarmCalibration,
} from "@langgraph-rollback/attribution";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

import { A_NUMBER, LONGEST_WAIT, type OptionCheck } from "../errors/option-check.ts";
import { checkOptions } from "../errors/refuse-options.ts";
import { ScorerMissingError } from "../errors/scorer-missing-error.ts";
import type { RollbackProblem } from "../history/attempt-record.ts";
import { type CalibrationFile, calibrationFiles } from "./calibration-file.ts";
import { absolutePath, isCalibrationPath, isUsablePath } from "./calibration-path.ts";

/** Scores a run while it runs. */
export interface PrefixScorer {
  /** Short name that changes with everything by which it scores: an alarm is calibrated for one scorer. */
  readonly fingerprint: string;
  /**
   * Probability in [0, 1] that a run is on a right way, as far as its steps so far tell. It is asked once after each step, in order.
   *
   * @param run the steps of its first attempt so far
   */
  score(run: Pick<Trajectory, "task" | "steps"> & { readonly signal: AbortSignal }): number | Promise<number>;
}

/** Options of watching runs while they run. */
export interface WatchOptions {
  /**
   * Alarm that stops a first attempt that goes wrong, as `langgraph-rollback calibrate --alarm` or `calibrateAlarm` makes it: the calibration itself, the path of its file, or a `file:` URL.
   * A file is read when a run begins, and one that is missing stops no run. Default: scores are recorded, and nothing is stopped.
   */
  readonly alarm?: AlarmCalibration | string | URL;
  /** Default: the scorer that the alarm's calibration holds. */
  readonly scorer?: PrefixScorer;
  /** Tolerated share of right runs that are ever stopped, in [0, 1). Default: the calibration's. */
  readonly alpha?: number;
  /** Share of runs that no alarm stops, in (0, 1]: a coin that knows nothing of them picks them, and only they count for the next calibration. Default 0.1. */
  readonly audit?: number;
  /** Milliseconds at most that the next step waits for a score, or for a check of `checks`. One that comes later stops the run later. Default 100. */
  readonly waitMs?: number;
}

/** @internal */
export const A_WATCH: OptionCheck = {
  expected: "an object",
  holds: (value) => typeof value === "object" && value !== null,
};

const WATCH_CHECKS: Readonly<Record<keyof WatchOptions, OptionCheck>> = {
  alarm: {
    expected:
      "an alarm's calibration, as `await readAlarmCalibration(path)` gives it, or the path or `file:` URL of one",
    holds: (value) =>
      isCalibrationPath(value)
        ? isUsablePath(value)
        : Reflect.get(Object(value), "format") === "langgraph-rollback/alarm-calibration",
  },
  scorer: {
    expected: "a scorer of prefixes, with a `fingerprint` and a method `score`",
    holds: (value) =>
      typeof Reflect.get(Object(value), "fingerprint") === "string" &&
      typeof Reflect.get(Object(value), "score") === "function",
  },
  alpha: A_NUMBER,
  audit: A_NUMBER,
  waitMs: {
    expected: `a number of milliseconds from 0 to ${LONGEST_WAIT}`,
    holds: (value) => typeof value === "number" && value >= 0 && value <= LONGEST_WAIT,
  },
};

/** @internal The alarm that is in force, with its name. */
export interface HeldAlarm {
  readonly id: string;
  readonly calibration: AlarmCalibration;
}

/** @internal The options with every default filled in. */
export interface ResolvedWatch extends Required<Pick<WatchOptions, "audit" | "waitMs">> {
  readonly scorer: PrefixScorer | undefined;
  readonly alpha: number | undefined;
  /** Reads a file that has changed. Never rejects; gives what is wrong with it and was not told yet. */
  readonly refresh: () => Promise<RollbackProblem | undefined>;
  /** The alarm, as it was read last; `undefined` where there is none. */
  readonly held: () => HeldAlarm | undefined;
}

const DEFAULT_AUDIT = 0.1;
/** @internal Milliseconds. */
export const DEFAULT_WAIT = 100;

const alarmFile = calibrationFiles<HeldAlarm>({
  parse: (text) => named(parseAlarmCalibration(text)),
  id: ({ id }) => id,
  missing:
    "No run is stopped early until it does. `npx @langgraph-rollback/cli calibrate --alarm` writes one.",
  without: "No run is stopped early until it can be used.",
});

const named = (calibration: AlarmCalibration): HeldAlarm => ({ id: alarmId(calibration), calibration });

/**
 * @internal
 * @throws {InvalidOptionError | UnknownOptionError} if an option of it has a value of a wrong type, or does not exist
 * @throws {CalibrationMismatchError | ScorerMissingError} if alarm and scorer do not belong together
 * @throws {RangeError} if `alpha` or `audit` is out of range
 */
export function resolveWatch(given: WatchOptions | undefined): ResolvedWatch | undefined {
  if (given === undefined) return undefined;
  checkOptions(given, WATCH_CHECKS, "watch.");
  const { alarm, alpha, audit = DEFAULT_AUDIT, scorer, waitMs = DEFAULT_WAIT } = given;
  if (alpha !== undefined && !(alpha >= 0 && alpha < 1))
    throw new RangeError(`Expected \`watch.alpha\` in [0, 1), got ${alpha}.`);
  if (!(audit > 0 && audit <= 1)) throw new RangeError(`Expected \`watch.audit\` in (0, 1], got ${audit}.`);
  return { scorer, alpha, audit, waitMs, ...heldAlarm(alarm, scorer) };
}

function heldAlarm(
  alarm: WatchOptions["alarm"],
  scorer: PrefixScorer | undefined,
): Pick<ResolvedWatch, "held" | "refresh"> {
  const check = ({ calibration }: HeldAlarm): void => checkScorer(calibration, scorer);
  if (isCalibrationPath(alarm)) {
    const path = absolutePath(alarm);
    const file: CalibrationFile<HeldAlarm> = alarmFile(
      path,
      JSON.stringify([path, scorer?.fingerprint ?? null]),
    );
    return { held: file.held, refresh: () => file.refresh(check) };
  }
  const held = alarm === undefined ? undefined : named(alarm);
  if (held !== undefined) check(held);
  return { held: () => held, refresh: () => Promise.resolve(undefined) };
}

function checkScorer(
  { progress, scorerFingerprint }: AlarmCalibration,
  scorer: PrefixScorer | undefined,
): void {
  if (scorer === undefined && progress === undefined) throw new ScorerMissingError(scorerFingerprint);
  if (scorer !== undefined && scorer.fingerprint !== scorerFingerprint)
    throw new CalibrationMismatchError(scorerFingerprint, scorer.fingerprint);
}
