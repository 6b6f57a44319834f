import {
  constantScorer,
  scorerFromModel,
  type Calibration,
  type LearningState,
  type LearntVersion,
} from "@langgraph-rollback/attribution";

import type { RollbackProblem } from "../history/attempt-record.ts";
import { calibrationFile } from "./calibration-file.ts";
import { absolutePath, isCalibrationPath } from "./calibration-path.ts";
import { checkAlpha } from "@langgraph-rollback/attribution/conformal";
import {
  checkGroup,
  ownScorer,
  type AttributionSource,
  type OwnScorer,
  type ResolvedScorer,
} from "./resolve-scorer.ts";
import { warnOfOtherVerifier, type AnyVerifier } from "./warn-of-other-verifier.ts";

/** @internal Scorer and miss rate that failures of a run are attributed with. */
export interface Learnt extends ResolvedScorer {
  /** Tolerated miss rate of the first attempt's set. */
  readonly alpha: number;
  /** What the agent has learnt from its own runs; absent where it does not. */
  readonly own?: OwnLearning;
}

/** @internal What an agent has learnt from its own runs, and whether its scorer comes from there. */
export interface OwnLearning {
  readonly state: LearningState;
  /** False where the scorer or the calibration is the user's. */
  readonly isUsed: boolean;
}

/** @internal The calibrations of a scorer and of its fallback at one moment. */
export interface HeldCalibrations {
  readonly own: Calibration | undefined;
  readonly fallback: Calibration | undefined;
  /** Present where the agent learns from its own runs. */
  readonly state?: LearningState;
}

/** @internal Calibrations learnt from labelled failures; they change if they come from files. */
export interface Learning {
  /** Tolerated miss rate that was asked for. */
  readonly alpha: number | undefined;
  /** Names the files; "" if there are none. */
  readonly files: string;
  /** Reads files that have changed. Never rejects; gives what is wrong with them and was not told yet. */
  readonly refresh: () => Promise<readonly RollbackProblem[]>;
  readonly held: () => HeldCalibrations;
  readonly learntFrom: (held: HeldCalibrations) => Learnt;
}

interface LearningSource extends AttributionSource {
  readonly alpha?: number | undefined;
  readonly verify?: AnyVerifier | undefined;
}

/**
 * @internal
 * @param isGroupNeeded whether no one but `group` can name a run's group
 * @throws {CalibrationMismatchError | ScorerMissingError} if calibration and scorer do not belong together
 * @throws {InvalidOptionError} if a calibration keeps groups apart and `group` is missing
 * @throws {RangeError} if `alpha` is out of range
 */
export function learningOf(source: LearningSource, isGroupNeeded: boolean): Learning {
  const { alpha, fallback, group, verify } = source;
  if (alpha !== undefined) checkAlpha(alpha);
  const isRefused = isGroupNeeded && group === undefined;
  const checked = (each: Calibration): void => {
    if (isRefused) checkGroup(each);
  };
  // By what a calibration is checked: a file that is read for other checks is another one.
  const use = [isRefused, verify?.fingerprint ?? null];
  const own = partOf(source, use, (each) => {
    checked(each);
    warnOfOtherVerifier({ calibration: each, verify });
  });
  const other = fallback === undefined ? undefined : partOf(fallback, use, checked);
  const parts = [own, ...(other === undefined ? [] : [other])];
  return {
    alpha,
    files: parts.every(({ file }) => file === "") ? "" : JSON.stringify(parts.map(({ file }) => file)),
    refresh: async () =>
      (await Promise.all(parts.map((part) => part.refresh()))).flatMap((each) => each ?? []),
    held: () => ({ own: own.held(), fallback: other?.held() }),
    learntFrom: (held) => {
      const { state } = held;
      const isUsed = source.calibration === undefined && source.scorer === undefined;
      const version = isUsed ? state?.version : undefined;
      return {
        ...(version?.model === undefined ? own.scorerOf(held.own) : versionScorer(version)),
        fallback: other?.scorerOf(held.fallback),
        group,
        alpha: alpha ?? (version?.calibration ?? held.own)?.alpha ?? 0,
        ...(state === undefined ? {} : { own: { state, isUsed } }),
      };
    },
  };
}

/** Scorers of the versions that were used last: each is made once. */
const versions = new WeakMap<LearntVersion, OwnScorer>();

function versionScorer(version: LearntVersion): OwnScorer {
  const { calibration, model } = version;
  const known = versions.get(version);
  if (known !== undefined) return known;
  const scorer = model === undefined ? constantScorer() : scorerFromModel(model);
  versions.set(version, { scorer, calibration });
  return { scorer, calibration };
}

/** A scorer with its calibration, or with the file that holds it. */
interface Part {
  readonly file: string;
  readonly held: () => Calibration | undefined;
  readonly refresh: () => Promise<RollbackProblem | undefined>;
  readonly scorerOf: (calibration: Calibration | undefined) => OwnScorer;
}

function partOf(
  { calibration, scorer }: Pick<AttributionSource, "calibration" | "scorer">,
  use: readonly unknown[],
  check: (calibration: Calibration) => void,
): Part {
  const known = new WeakMap<Calibration, OwnScorer>();
  const scorerOf = (held: Calibration | undefined): OwnScorer => {
    const own = (held && known.get(held)) ?? ownScorer(held, scorer);
    if (held !== undefined) known.set(held, own);
    return own;
  };
  const checkWhole = (each: Calibration): void => {
    scorerOf(each);
    checkAlpha(each.alpha);
    check(each);
  };
  if (!isCalibrationPath(calibration)) {
    if (calibration !== undefined) checkWhole(calibration);
    return { file: "", held: () => calibration, refresh: () => Promise.resolve(undefined), scorerOf };
  }
  const path = absolutePath(calibration);
  const key = JSON.stringify([path, scorer?.fingerprint ?? null, ...use]);
  const file = calibrationFile(path, key);
  return {
    file: key,
    held: () => file.held(),
    refresh: () => file.refresh(checkWhole),
    scorerOf,
  };
}
