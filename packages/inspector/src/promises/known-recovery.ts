import {
  calibrateRecovery,
  type FailedRun,
  type KnownPromises,
  type ObservedRuns,
  type RecoveryCalibration,
  recoveryOf,
} from "@langgraph-rollback/attribution";
import { clopperPearson } from "@langgraph-rollback/attribution/conformal";
import type { CountedRuns } from "langgraph-rollback";

import { oneLine } from "../shared/words/shortened.ts";

/** What is known of an agent's promise, and what was observed of it. */
export interface Known {
  readonly known: KnownPromises;
  readonly observed?: ObservedRuns;
}

/**
 * What is promised of the recovery of failed runs: by a calibration, by the records of the latest run, or by the runs counted here. Observed are the runs since, where
 * their records tell which these are.
 *
 * @param counted of the procedure of the latest failed run
 * @param isWhole whether these are all of the agent's failed runs, so that they promise something by themselves
 */
export function knownRecovery(
  counted: CountedRuns | undefined,
  calibration: RecoveryCalibration | undefined,
  isWhole: boolean,
): Known {
  if (counted === undefined)
    return { known: calibration === undefined ? {} : { recovery: recoveryOf(calibration) } };
  if (calibration !== undefined && calibration.procedure !== counted.procedure)
    return {
      known: {
        otherwise: [
          `recovery was counted under procedure ${named(calibration)}, and the latest failed run was under ${named(counted)}`,
        ],
      },
    };
  if (calibration !== undefined) {
    const recovery = recoveryOf(calibration);
    const { promise, runs } = counted.promised ?? { runs: counted.runs };
    const isInForce = promise?.n === recovery.n && promise.within === recovery.within;
    return observing({ recovery }, isInForce ? runs : counted.runs, counted);
  }
  if (counted.promised !== undefined)
    return observing({ recovery: counted.promised.promise }, counted.promised.runs, counted);
  return { known: isWhole ? { recovery: recoveryOf(calibrateRecovery(counted.runs, counted)) } : {} };
}

/** A record may say anything. */
const named = ({ procedure }: Pick<CountedRuns, "procedure">): string => oneLine(procedure, 120);

function observing(
  known: Required<Pick<KnownPromises, "recovery">>,
  runs: readonly FailedRun[],
  { handedOver, promised }: CountedRuns,
): Known {
  const { within } = known.recovery;
  const isAccounted = handedOver > 0 && promised !== undefined;
  return {
    known: { ...known, ...(isAccounted ? { account: { alpha: promised.promise.alpha } } : {}) },
    observed: {
      handedOver,
      ...(within === undefined || runs.length === 0 ? {} : { recovered: recoveredIn(runs, within) }),
    },
  };
}

function recoveredIn(runs: readonly FailedRun[], within: number): NonNullable<ObservedRuns["recovered"]> {
  const count = runs.filter(({ recoveredBy = Infinity }) => recoveredBy <= within).length;
  return { count, of: runs.length, interval: clopperPearson(count, runs.length) };
}
