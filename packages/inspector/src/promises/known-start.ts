import type { Calibration, KnownPromises } from "@langgraph-rollback/attribution";
import { conformalRank } from "@langgraph-rollback/attribution/conformal";

/** The fields of a calibration that its promise depends on. */
export type StartCalibration = Pick<
  Calibration,
  "alpha" | "convention" | "delta" | "failures" | "goal" | "guarantee" | "n" | "promises"
>;

/** What a calibration promises of where the first rollback of a run starts; nothing where every set is every step, or sets are about more than the first mistake. */
export function knownStart(calibration: StartCalibration): KnownPromises["start"] {
  const { alpha, convention, delta, failures, goal = "first", n, promises } = calibration;
  const isBounded =
    promises === undefined
      ? alpha > 0 && conformalRank(n, alpha) <= n
      : promises.some(({ level }) => level < 1);
  if (!isBounded || (goal !== "first" && goal !== 1)) return undefined;
  const isPlanted = failures.some(({ planted }) => planted === true);
  return {
    alpha,
    n,
    guarantee: calibration.guarantee ?? (isPlanted ? "approximate" : "exact"),
    ...(delta === undefined ? {} : { delta }),
    ...(convention === undefined ? {} : { convention }),
  };
}
