import type { Calibration, RollbackForecast } from "@langgraph-rollback/attribution";

import { warn } from "../errors/warn.ts";
import type { RewindDecision } from "../history/attempt-record.ts";
import type { ResolvedPolicy } from "../setup/policy-options.ts";
import { forecastRollback } from "./forecast-rollback.ts";

type Deciding = Pick<ResolvedPolicy, "history" | "policy"> & { readonly alpha: number };

/** Of each calibration and the last policy that it was asked about. */
const known = new WeakMap<
  Calibration,
  { readonly key: string; readonly forecast: RollbackForecast | undefined }
>();

/** Calibrations may be read anew for each request: the same sentence is said once. */
const said = new Set<string>();

/**
 * @internal Addition to the decision that a first failure restarts. Where the calibration lets no first rollback keep a step, that is warned of
 * once and recorded: the promise holds, and buys nothing.
 *
 * @param maxRollbacks of the run
 */
export function onlyRestarts(
  options: Deciding,
  calibration: Calibration | undefined,
  maxRollbacks: number,
): Pick<RewindDecision, "warning"> {
  // The policy `restart` asks for restarts.
  if (calibration === undefined || options.policy.name === "restart") return {};
  const forecast = forecastFor(options, calibration, maxRollbacks);
  if (forecast === undefined || forecast.kept > 0) return {};
  const message = `The calibration will only restart: in none of its ${forecast.failures} labelled failures would the first rollback keep a step. Label more failures, calibrate another scorer, or accept a larger alpha; see docs/calibrate.md.`;
  if (!said.has(message)) warn(message, "RollbackCalibrationWarning", "ONLY_RESTARTS");
  said.add(message);
  return { warning: "ONLY_RESTARTS" };
}

/** A policy of the user's that fails here, fails where it decides: that is told there. */
function forecastFor(
  { alpha, history, policy }: Deciding,
  calibration: Calibration,
  maxRollbacks: number,
): RollbackForecast | undefined {
  const key = `${policy.name} ${alpha} ${maxRollbacks}`;
  const found = known.get(calibration);
  if (found?.key === key) return found.forecast;
  const isDefault = policy.name === "least-cost" && alpha === calibration.alpha;
  let forecast: RollbackForecast | undefined;
  try {
    forecast = forecastRollback(calibration, isDefault ? {} : { policy, alpha, maxRollbacks, history });
  } catch {
    forecast = undefined;
  }
  known.set(calibration, { key, forecast });
  return forecast;
}
