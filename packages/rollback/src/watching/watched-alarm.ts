import { alarmCourse, alarmOf, progressCourse } from "@langgraph-rollback/attribution";
import { trajectorySeed } from "@langgraph-rollback/attribution/draws";
import { isAudited } from "@langgraph-rollback/attribution/conformal";
import type { Step, Trajectory } from "@langgraph-rollback/attribution/trajectory";

import type { ResolvedWatch } from "../setup/watch-options.ts";

/** @internal The part of a run that has happened. */
export type Prefix = Pick<Trajectory, "task" | "steps">;

/** @internal An alarm over one attempt. */
export interface WatchedAlarm {
  /** Fingerprint of what gives the scores. */
  readonly scorer: string;
  /** Name of the alarm; absent where scores are only recorded. */
  readonly id?: string;
  /** Score after the last step of a prefix. Asked step after step. `known`: the score of an earlier process. */
  readonly score: (
    prefix: Prefix,
    signal: AbortSignal,
    known: number | undefined,
  ) => number | Promise<number>;
  /** Alarm after a score. Asked score after score. */
  readonly alarmAfter?: (score: number) => number;
  /** The alarm above which a run is stopped; absent where none stops it. */
  readonly above?: number;
  readonly reason?: string;
}

/**
 * @internal The alarm over a first attempt, as it is in force now; `undefined` where there is none and nothing scores.
 *
 * @param group of the run, where the calibration keeps groups apart
 */
export function watchedAlarm(watch: ResolvedWatch, group: string | undefined): WatchedAlarm | undefined {
  const held = watch.held();
  const { scorer } = watch;
  const scores = scorer === undefined ? localScores(held?.calibration.progress) : scoresOf(scorer);
  if (scores === undefined) return undefined;
  if (held === undefined) return scores;
  const { calibration, id } = held;
  const { alpha } = watch;
  const { above, reason } = alarmOf(calibration, {
    ...(alpha === undefined ? {} : { alpha }),
    ...(group === undefined ? {} : { group }),
  });
  return {
    ...scores,
    scorer: calibration.scorerFingerprint,
    id,
    alarmAfter: alarmCourse(calibration.model),
    ...(above === Infinity ? {} : { above }),
    reason,
  };
}

type Scores = Pick<WatchedAlarm, "scorer" | "score">;

const scoresOf = (scorer: NonNullable<ResolvedWatch["scorer"]>): Scores => ({
  scorer: scorer.fingerprint,
  score: (prefix, signal, known) => known ?? scorer.score({ ...prefix, signal }),
});

/** It remembers the steps so far by itself, so what an earlier process has scored is scored again. */
function localScores(model: Parameters<typeof progressCourse>[0] | undefined): Scores | undefined {
  if (model === undefined) return undefined;
  const scoreAfter = progressCourse(model);
  return { scorer: "", score: ({ steps }) => scoreAfter(lastOf(steps)) };
}

function lastOf(steps: readonly Step[]): Step {
  const last = steps.at(-1);
  if (last === undefined) throw new RangeError("Expected a step to score, got none.");
  return last;
}

/** @internal Whether the coin picks a run: no alarm stops it, and it counts for the next calibration. */
export const isAuditedRun = ({ audit }: Pick<ResolvedWatch, "audit">, run: string): boolean =>
  isAudited({ probability: audit, seed: 2 }, trajectorySeed({ id: run }));
