import {
  type AlarmCalibration,
  type JudgedRun,
  type KnownPromises,
  type PromiseLine,
  promisesOf,
  type RecoveryCalibration,
  type VerifierCalibration,
} from "@langgraph-rollback/attribution";
import { countFailedRuns, type RecordedFailure } from "langgraph-rollback/inspection";

import { labelledRun } from "../pilots/labelled-run.ts";
import { briefsIn, type FailedStart, type ThreadBrief, type WatchedRun } from "../pilots/thread-brief.ts";
import { type LabelStore, RIGHT_OR_WRONG } from "../shared/labels/label.ts";
import { labelsByAttempt } from "../shared/labels/labels-by-attempt.ts";
import type { ThreadSource } from "../source/thread-source.ts";
import { knownAlarm } from "./known-alarm.ts";
import { knownRecovery } from "./known-recovery.ts";
import { knownStart, type StartCalibration } from "./known-start.ts";
import { knownVerifier } from "./known-verifier.ts";

/** Calibrations that promises are made from, each of this agent. */
export interface PromiseSources {
  readonly verifierCalibration?: VerifierCalibration | undefined;
  readonly alarmCalibration?: AlarmCalibration | undefined;
  /** Default: what the records of the latest failed run say, or what the failed runs here promise by themselves. */
  readonly recoveryCalibration?: RecoveryCalibration | undefined;
  /** Of sets. It counts where no run has failed: else the record of the latest failed run says what was promised. */
  readonly calibration?: StartCalibration | undefined;
}

/** Runs and calibrations that promises are told of. */
export interface PromisesOptions extends PromiseSources {
  readonly source: ThreadSource;
  readonly labels: Pick<LabelStore, "list">;
  /** Whether the source holds all of the agent's threads. Else its failed runs promise nothing by themselves. Default true. */
  readonly isWhole?: boolean | undefined;
  /** Threads that are looked at, latest first; default 1000. */
  readonly threads?: number | undefined;
}

/**
 * What is promised of the agent whose runs a source holds, and what was observed of it.
 *
 * @throws what reading the source throws
 */
export async function promisesView(options: PromisesOptions): Promise<PromiseLine> {
  const { alarmCalibration, isWhole = true, recoveryCalibration, verifierCalibration } = options;
  const { failed, runs, starts, watched } = await readRuns(options);
  const recovery = knownRecovery(countFailedRuns(failed), recoveryCalibration, isWhole);
  const verifier = knownVerifier(runs, verifierCalibration);
  const alarm = knownAlarm(watched, alarmCalibration);
  const start = startIn(starts, options);
  return promisesOf(
    {
      ...verifier.known,
      ...alarm.known,
      ...recovery.known,
      ...(start === undefined ? {} : { start }),
      otherwise: [verifier, alarm, recovery].flatMap(({ known }) => known.otherwise ?? []),
    },
    { ...verifier.observed, ...alarm.observed, ...recovery.observed },
  );
}

interface ReadRuns {
  readonly failed: readonly RecordedFailure[];
  readonly runs: readonly JudgedRun[];
  readonly starts: readonly FailedStart[];
  readonly watched: readonly WatchedRun[];
}

async function readRuns({ labels, source, threads: limit = 1000 }: PromisesOptions): Promise<ReadRuns> {
  const all = await labels.list();
  const said = labelsByAttempt(all.filter(({ convention }) => convention === RIGHT_OR_WRONG));
  const briefs = briefsIn(source);
  const read: ThreadBrief[] = [];
  for (const { id } of (await source.list(limit)).threads) read.push(await briefs.read(id));
  return {
    failed: read.flatMap(({ failed }) => failed),
    runs: read.flatMap(({ runs }) => runs.map((run) => labelledRun(run, said).run)),
    starts: read.flatMap(({ starts }) => starts),
    watched: read.flatMap(({ watched }) => watched),
  };
}

/** What the latest failed run was promised is in its record: another policy or scorer may promise nothing. */
function startIn(
  starts: readonly FailedStart[],
  { calibration }: Pick<PromisesOptions, "calibration">,
): KnownPromises["start"] {
  const latest = starts.toSorted((a, b) => (a.at < b.at ? 1 : -1))[0];
  return latest === undefined ? calibration && knownStart(calibration) : latest.start;
}
