import type { VerifierCalibration } from "../verdicts/verifier-calibration.ts";
import type { JudgedRun } from "./judged-run.ts";
import type { RecordedAdvice } from "./advised-runs.ts";
import { recordedAdvice } from "./recorded-advice.ts";
import { type RecordedAlarm, recordedAlarm } from "./recorded-alarm.ts";
import { type RecordedFigures, recordedFigures } from "./recorded-figures.ts";
import { type CalibratedFigures, calibratedFigures } from "./threshold-figures.ts";

/** The runs that one verifier has judged, and what they show. */
export interface VerifierRuns {
  /** Its fingerprint; null for verifiers without one, which cannot be told apart. */
  readonly verifier: string | null;
  readonly figures: RecordedFigures;
  /** Null without a calibration of this verifier's scores. */
  readonly calibrated: CalibratedFigures | null;
  readonly advice: RecordedAdvice;
}

/** Results of recorded runs. */
export interface RecordedPilot {
  /** Runs whose first attempt ended with an exception, for all verifiers together: no verifier judged them. Null if there is none. */
  readonly exceptions: RecordedFigures | null;
  /** Runs that were stopped before their end, for all verifiers together: no verifier judged their first attempt. Absent if there is none. */
  readonly stopped?: RecordedFigures;
  /** Absent if no run had a calibrated alarm. */
  readonly alarm?: RecordedAlarm;
  /** Each verifier apart. The one that has judged the latest run stands last. */
  readonly verifiers: readonly VerifierRuns[];
  /** That about the last verifier. */
  readonly advice: RecordedAdvice;
}

const NONE: RecordedAdvice = {
  kind: "observe-more",
  more: 1,
  sentence: 'Observe runs first, with the mode "observe": no verifier has judged a run here.',
};

/**
 * Evaluates rollback by recorded runs: how often a verifier rejects and rollback acts, at what cost, and, where runs are
 * labelled, how often the verifier is wrong. Runs that were only observed cannot show what rollback recovers and spoils; those that were
 * rolled back show it where the first attempt and the returned result are labelled.
 *
 * The intervals hold if runs are independent, and labelled ones were chosen without regard to what came of them.
 *
 * @param calibration of a verifier's scores, to be held against the runs
 *
 * @example
 * console.log(recordedPilot(runs).advice.sentence);
 */
export function recordedPilot(runs: Iterable<JudgedRun>, calibration?: VerifierCalibration): RecordedPilot {
  const [thrown, stopped, heard]: [JudgedRun[], JudgedRun[], JudgedRun[]] = [[], [], []];
  const groups = new Map<string | undefined, JudgedRun[]>();
  for (const run of runs) {
    if (run.alarm !== undefined) heard.push(run);
    if (run.ended === "exception" || run.ended === "stopped") {
      (run.ended === "exception" ? thrown : stopped).push(run);
      continue;
    }
    const group = groups.get(run.verifier);
    if (group === undefined) groups.set(run.verifier, [run]);
    else group.push(run);
  }
  const told = { calibration, exceptions: thrown.length + stopped.length };
  const alarm = recordedAlarm(heard);
  const verifiers = [...groups]
    .map(([verifier, judged]) => ({ verifier, judged, latest: latestOf(judged) }))
    .toSorted((a, b) => (a.latest < b.latest ? -1 : 1))
    .map(({ judged, verifier }) => verifierRuns(verifier, judged, told));
  return {
    exceptions: thrown.length === 0 ? null : recordedFigures(thrown),
    ...(stopped.length === 0 ? {} : { stopped: recordedFigures(stopped) }),
    ...(alarm === undefined ? {} : { alarm }),
    verifiers,
    advice: verifiers.at(-1)?.advice ?? NONE,
  };
}

function verifierRuns(
  verifier: string | undefined,
  runs: readonly JudgedRun[],
  {
    calibration,
    exceptions,
  }: { readonly calibration: VerifierCalibration | undefined; readonly exceptions: number },
): VerifierRuns {
  const figures = recordedFigures(runs);
  const calibrated = calibration && calibratedFigures(runs, calibration);
  return {
    verifier: verifier ?? null,
    figures,
    calibrated: calibrated ?? null,
    advice: recordedAdvice({ runs, figures, calibrated, exceptions }),
  };
}

const latestOf = (runs: readonly JudgedRun[]): string =>
  runs.reduce((latest, { at }) => (at > latest ? at : latest), "");
