import {
  acceptanceOf,
  acceptanceTable,
  type JudgedRun,
  recordedPilot,
  type RetriedTasks,
  type VerifierCalibration,
} from "@langgraph-rollback/attribution";

import type { AttemptId } from "../shared/labels/attempt-key.ts";
import { type LabelStore, RIGHT_OR_WRONG } from "../shared/labels/label.ts";
import { labelsByAttempt } from "../shared/labels/labels-by-attempt.ts";
import type { PilotView, RetriesView } from "../shared/view/pilot-view.ts";
import { shortened } from "../shared/words/shortened.ts";
import type { ThreadSource } from "../source/thread-source.ts";
import { labelledRun } from "./labelled-run.ts";
import { briefsIn } from "./thread-brief.ts";
import type { VerifierCalibrationFile } from "./verifier-calibration-file.ts";

/** Which runs to look at, and what to hold against them. */
export interface PilotViewOptions {
  readonly source: ThreadSource;
  readonly labels: Pick<LabelStore, "list">;
  /** Of a verifier. Default: none. */
  readonly calibration?: VerifierCalibrationFile | undefined;
  /** Threads that are looked at, latest first; default 1000. */
  readonly threads?: number | undefined;
}

/** Returned results that the view names. */
const NAMED = 50;

/**
 * Computes the results of a source's recorded runs about rollback. Threads are read one at a time; only a few figures per run stay in memory.
 *
 * @throws what reading the source throws
 */
export async function pilotView(options: PilotViewOptions): Promise<PilotView> {
  const { calibration, labels, source, threads: limit = 1000 } = options;
  const said = labelsByAttempt(
    (await labels.list()).filter(({ convention }) => convention === RIGHT_OR_WRONG),
  );
  const { more, threads } = await source.list(limit);
  const briefs = briefsIn(source);
  const runs: JudgedRun[] = [];
  const toLabel: AttemptId[] = [];
  const unreadable: string[] = [];
  const leftOut = { disputed: 0, unsure: 0, changed: 0 };
  let notJudged = 0;
  for (const { id } of threads) {
    const brief = await briefs.read(id);
    notJudged += brief.notJudged;
    if (brief.unreadable !== undefined) unreadable.push(brief.unreadable);
    for (const labelled of brief.runs.map((run) => labelledRun(run, said))) {
      runs.push(labelled.run);
      for (const why of labelled.leftOut) leftOut[why] += 1;
      if (labelled.toLabel !== undefined && toLabel.length < NAMED) toLabel.push(labelled.toLabel);
    }
  }
  const pilot = recordedPilot(runs, calibration?.calibration);
  const [first] = unreadable;
  return {
    ...pilot,
    verifiers: pilot.verifiers.map((each) => ({
      ...each,
      verifier: each.verifier && bounded(each.verifier),
    })),
    threads: threads.length,
    more,
    ...(first === undefined ? {} : { unreadable: { threads: unreadable.length, first } }),
    notJudged,
    leftOut,
    ...(calibration === undefined ? {} : { calibration: described(calibration, pilot) }),
    toLabel,
  };
}

/** A fingerprint in a record may be anything. */
const bounded = (fingerprint: string): string => shortened(fingerprint, 300).text;

function described(
  { calibration, file }: VerifierCalibrationFile,
  { verifiers }: Pick<PilotView, "verifiers">,
): NonNullable<PilotView["calibration"]> {
  const isOfRuns = verifiers.some(({ calibrated }) => calibrated !== null);
  const { retries, verifierFingerprint: verifier } = calibration;
  return {
    file,
    verifier,
    isOfRuns,
    ...(retries === undefined ? {} : { retries: retriesView(calibration, retries) }),
  };
}

function retriesView(calibration: VerifierCalibration, retries: RetriedTasks): RetriesView {
  const reason = acceptanceOf(calibration)?.reason;
  return {
    tasks: retries.tasks.length,
    ...(reason === undefined ? {} : { reason }),
    table: acceptanceTable(retries),
  };
}
