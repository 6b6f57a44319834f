import type { AlarmCalibration } from "@langgraph-rollback/attribution";
import { clopperPearson } from "@langgraph-rollback/attribution/conformal";

import type { WatchedRun } from "../pilots/thread-brief.ts";
import { oneLine } from "../shared/words/shortened.ts";
import type { Known } from "./known-recovery.ts";

/** Letters of a fingerprint. */
const LETTERS = 120;

/**
 * The promise of an alarm's calibration, if its scorer scored the latest run that was watched, and how often checks fail in accepted runs that they could not stop.
 */
export function knownAlarm(watched: readonly WatchedRun[], calibration: AlarmCalibration | undefined): Known {
  const checks = watched.flatMap(({ checkFailed }) => checkFailed ?? []);
  const failed = checks.filter(Boolean).length;
  return {
    known: calibration === undefined ? {} : promisedBy(watched, calibration),
    observed:
      checks.length === 0
        ? {}
        : {
            checkFailed: {
              count: failed,
              of: checks.length,
              interval: clopperPearson(failed, checks.length),
            },
          },
  };
}

function promisedBy(watched: readonly WatchedRun[], alarm: AlarmCalibration): Known["known"] {
  const latest = watched
    .filter(({ scorer }) => scorer !== undefined)
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))[0]?.scorer;
  if (latest === undefined || latest === alarm.scorerFingerprint) return { alarm };
  const [own, other] = [alarm.scorerFingerprint, latest].map((name) => oneLine(name, LETTERS));
  return {
    otherwise: [`the alarm of "${own}" is not in force, as the latest watched run was scored by "${other}"`],
  };
}
