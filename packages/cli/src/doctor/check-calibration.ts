import {
  type Calibration,
  EnsembleMemberError,
  readCalibration,
  type RollbackForecast,
  scorerFromModel,
} from "@langgraph-rollback/attribution";
import { conformalRank } from "@langgraph-rollback/attribution/conformal";
import { forecastWords, keepsNothing, printable } from "@langgraph-rollback/inspector/shared";
import type { Diagnosis } from "./diagnosis.ts";

/** Whether a calibration can be read, bounds anything, and goes with its scorer. */
export async function checkCalibration(file: string): Promise<readonly Diagnosis[]> {
  let calibration: Calibration;
  try {
    calibration = await readCalibration(file);
  } catch (error) {
    return [unreadable(file, error)];
  }
  const { alpha, n, method } = calibration;
  // Loads LangGraph, which takes its time.
  const { forecastRollback } = await import("langgraph-rollback");
  const forecast = forecastRollback(calibration);
  const small = size(calibration);
  const diagnoses = [small ?? onlyRestarts(forecast), approximate(calibration), scorer(calibration)];
  const against = diagnoses.filter((diagnosis) => diagnosis !== undefined);
  const message = `The calibration bounds where runs went wrong: ${method}, alpha ${alpha}, ${n} labelled failures. ${forecastWords(forecast)}`;
  return against.length > 0 ? against : [{ check: "calibration", level: "ok", message }];
}

function unreadable(file: string, error: unknown): Diagnosis {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    check: "calibration",
    level: "fault",
    code: "CALIBRATION_UNREADABLE",
    message: `${file} is no calibration that can be read: ${printable(reason)}`,
    remedy:
      "Calibrate anew (langgraph-rollback calibrate), or update the packages if a newer version wrote it.",
  };
}

function size({ alpha, n }: Calibration): Diagnosis | undefined {
  if (alpha > 0 && conformalRank(n, alpha) <= n) return undefined;
  const [why, remedy] =
    alpha === 0
      ? ["alpha is 0", "Calibrate with an alpha above 0."]
      : [
          `${n} labelled failures are too few for alpha ${alpha}`,
          `Label failures until there are ${Math.ceil(1 / alpha) - 1}, or accept a larger alpha.`,
        ];
  return {
    check: "calibration",
    level: "warning",
    code: "CALIBRATION_TOO_SMALL",
    message: `Every set will hold all steps, and every rollback be a restart: ${why}.`,
    remedy,
  };
}

function onlyRestarts(forecast: RollbackForecast): Diagnosis | undefined {
  if (!keepsNothing(forecast)) return undefined;
  return {
    check: "calibration",
    level: "warning",
    code: "CALIBRATION_ONLY_RESTARTS",
    message: forecastWords(forecast),
    remedy:
      "Label more failures, calibrate another scorer (langgraph-rollback calibrate --scorer), or accept a larger alpha.",
  };
}

function approximate({ guarantee }: Calibration): Diagnosis | undefined {
  if (guarantee === undefined) return undefined;
  return {
    check: "calibration",
    level: "warning",
    code: "CALIBRATION_APPROXIMATE",
    message: "Scorer and threshold were learnt from the same failures, so the guarantee is approximate.",
    remedy: "With more labelled failures use `fitAndCalibrate`, which keeps them apart.",
  };
}

/** That the model in the file is the scorer's, its reader has checked. */
function scorer({ scorerFingerprint, scorerModel }: Calibration): Diagnosis | undefined {
  if (scorerModel === undefined)
    return withoutScorer(`The calibration carries no scorer; it is of "${printable(scorerFingerprint)}".`);
  try {
    scorerFromModel(scorerModel);
    return undefined;
  } catch (error) {
    if (!(error instanceof EnsembleMemberError)) throw error;
    return withoutScorer(`The calibration does not carry all of its scorer: ${printable(error.message)}`);
  }
}

function withoutScorer(message: string): Diagnosis {
  return {
    check: "calibration",
    level: "warning",
    code: "CALIBRATION_WITHOUT_SCORER",
    message,
    remedy: "Pass that scorer as `scorer` wherever the calibration is used.",
  };
}
