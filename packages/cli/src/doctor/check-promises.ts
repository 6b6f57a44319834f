import {
  type PromiseLine,
  promisesOf,
  readAlarmCalibration,
  readCalibration,
  readRecoveryCalibration,
  readVerifierCalibration,
  recoveryOf,
} from "@langgraph-rollback/attribution";
import { fileLabelStore, knownStart, type Label, promisesView } from "@langgraph-rollback/inspector";
import { withSource } from "../data/open-where.ts";
import { promiseText } from "../terminal/promise-text.ts";
import type { JudgedRunsPlace } from "./check-judged-runs.ts";
import type { Diagnosis } from "./diagnosis.ts";

/** Files that promises are made from; one that cannot be read has a diagnosis of its own. */
export interface PromisingFiles {
  readonly calibration?: string | undefined;
  readonly verifierCalibration?: string | undefined;
  readonly recoveryCalibration?: string | undefined;
  readonly alarmCalibration?: string | undefined;
}

/** Everything that is promised of the agent and, with its database, what was observed of it; nothing where neither is known. */
export async function checkPromises(
  files: PromisingFiles,
  place?: JudgedRunsPlace,
): Promise<readonly Diagnosis[]> {
  const line = await promisesIn(files, place);
  return promiseText(line).map((message) => ({ check: "promises", level: "ok", message }));
}

async function promisesIn(files: PromisingFiles, place: JudgedRunsPlace | undefined): Promise<PromiseLine> {
  const [calibration, verifier, recovery, alarm] = [
    await readable(files.calibration, readCalibration),
    await readable(files.verifierCalibration, readVerifierCalibration),
    await readable(files.recoveryCalibration, readRecoveryCalibration),
    await readable(files.alarmCalibration, readAlarmCalibration),
  ];
  if (place === undefined) {
    const start = calibration && knownStart(calibration);
    return promisesOf({
      ...(verifier === undefined ? {} : { verifier }),
      ...(recovery === undefined ? {} : { recovery: recoveryOf(recovery) }),
      ...(alarm === undefined ? {} : { alarm }),
      ...(start === undefined ? {} : { start }),
    });
  }
  const { db, labels, schema } = place;
  const all = (await readable(labels, (file) => fileLabelStore(file).list())) ?? [];
  return withSource([db], { schema }, (source) =>
    promisesView({
      source,
      labels: { list: async (): Promise<readonly Label[]> => all },
      calibration,
      verifierCalibration: verifier,
      recoveryCalibration: recovery,
      alarmCalibration: alarm,
    }),
  );
}

async function readable<Value>(
  file: string | undefined,
  read: (file: string) => Promise<Value>,
): Promise<Value | undefined> {
  return file === undefined ? undefined : read(file).catch(() => undefined);
}
