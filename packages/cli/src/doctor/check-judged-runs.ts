import { outsideCalibration, type VerifierCalibration, verifierDrift } from "@langgraph-rollback/attribution";
import {
  fileLabelStore,
  type Label,
  labelledVerdicts,
  type ThreadSource,
} from "@langgraph-rollback/inspector";
import { printable } from "@langgraph-rollback/inspector/shared";
import { withSource } from "../data/open-where.ts";
import type { WhereOptions } from "../options/schema-option.ts";
import type { Diagnosis } from "./diagnosis.ts";

/** Latest threads in which a judged run is looked for. */
const LOOKED_AT = 200;

/** Odds against chance from which drift is spoken of: at most one sound calibration in twenty is wrongly accused, ever. */
const ODDS = 20;

/** Place of the runs that a verifier has judged, and of their labels. */
export interface JudgedRunsPlace extends WhereOptions {
  readonly db: string;
  /** File of labels, which need not exist. */
  readonly labels: string;
}

/**
 * Whether a verifier's calibration goes with the runs of a database: it is of the verifier that judges there, and right runs score like its
 * own.
 */
export async function checkJudgedRuns(
  calibration: VerifierCalibration,
  { db, labels, schema }: JudgedRunsPlace,
): Promise<readonly Diagnosis[]> {
  return withSource([db], { schema }, async (source) => [
    ...(await otherVerifier(calibration, source)),
    ...(await drift(calibration, source, labels)),
  ]);
}

/** Another verifier may have judged before: the latest run tells which one judges now. */
async function otherVerifier(
  { verifierFingerprint }: VerifierCalibration,
  source: ThreadSource,
): Promise<readonly Diagnosis[]> {
  const judge = await latestJudge(source);
  if (judge === undefined || judge.fingerprint === verifierFingerprint) return [];
  const who =
    judge.fingerprint === undefined
      ? "a verifier without a fingerprint"
      : `the verifier "${judge.fingerprint}"`;
  return [
    {
      check: "verifier",
      level: "warning",
      code: "VERIFIER_CALIBRATION_OF_OTHER",
      message: printable(
        `The latest judged run, in thread "${judge.thread}", was judged by ${who}, and the calibration is of "${verifierFingerprint}": it promises nothing of that one.`,
      ),
      remedy: "Calibrate the verifier that the agent runs with. `namedVerifier` gives it a fingerprint.",
    },
  ];
}

interface Judge {
  readonly thread: string;
  /** Of the verifier whose scores count; absent where it has none. */
  readonly fingerprint: string | undefined;
}

/** Which verifier judged the latest run. A run that ended with an exception has no verifier. */
async function latestJudge(source: ThreadSource): Promise<Judge | undefined> {
  const { threads } = await source.list(LOOKED_AT);
  for (const { id } of threads) {
    const view = await source.thread(id);
    const attempts = view?.runs.flatMap((run) => run.attempts) ?? [];
    const judged = attempts.findLast(({ outcome }) => outcome !== undefined && outcome.error === undefined);
    const { scoredBy, verifier } = judged?.outcome ?? {};
    if (judged !== undefined) return { thread: id, fingerprint: scoredBy ?? verifier };
  }
  return undefined;
}

async function drift(
  calibration: VerifierCalibration,
  source: ThreadSource,
  labels: string,
): Promise<readonly Diagnosis[]> {
  let all: readonly Label[];
  try {
    all = await fileLabelStore(labels).list();
  } catch (error) {
    return [labelsUnreadable(labels, error)];
  }
  const { verdicts } = await labelledVerdicts(source, all, { verifier: calibration.verifierFingerprint });
  const fresh = outsideCalibration(calibration, verdicts).filter(({ right }) => right);
  if (fresh.length === 0) return [];
  const { direction, evidence } = verifierDrift(calibration, fresh);
  const runs = fresh.length === 1 ? "right run that is" : "right runs that are";
  const which = `Of ${fresh.length} ${runs} labelled and not in the verifier's calibration`;
  if (evidence < ODDS)
    return [{ check: "verifier", level: "ok", message: `${which}, the scores are like its own.` }];
  const how =
    direction === "harder"
      ? "the scores are lower than its own, so it rejects more right runs than promised"
      : "the scores are higher than its own, so it rejects fewer runs than it could";
  return [
    {
      check: "verifier",
      level: "warning",
      code: "VERIFIER_DRIFT",
      message: `${which}, ${how}. Fewer than one sound calibration in ${ODDS} ever gets this warning.`,
      remedy: "Calibrate the verifier anew on recent runs.",
    },
  ];
}

function labelsUnreadable(labels: string, error: unknown): Diagnosis {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    check: "verifier",
    level: "warning",
    code: "LABELS_UNREADABLE",
    message: printable(`${labels} holds no labels that can be read, so drift was not tested: ${reason}`),
    remedy: "Mend or move that line, or update the packages if a newer version wrote it.",
  };
}
