import { attribute, type Attribution } from "@langgraph-rollback/attribution";
import type { Trajectory } from "@langgraph-rollback/trajectory";

import { A_NUMBER, ATTRIBUTION_CHECKS, checkAlpha, checkOptions } from "./setup/check-options.ts";
import { resolveScorer, type AttributionSource } from "./setup/resolve-scorer.ts";

/**
 * Attribution as a LangGraph node, for graphs that handle failures themselves: reads `trajectory` from the state and
 * writes `attribution` to it.
 *
 * @example
 * builder.addNode("attribute", attributionNode({ calibration }));
 *
 * @throws {OptionError | UnknownOptionError} if an option has a value of a wrong type, or does not exist
 * @throws {CalibrationMismatchError | ScorerMissingError} if calibration and scorer do not belong together
 * @throws {RangeError} if `alpha` is out of range
 */
export function attributionNode(
  options: AttributionSource & { readonly alpha?: number },
): (
  state: { readonly trajectory: Trajectory },
  config?: { readonly signal?: AbortSignal },
) => Promise<{ attribution: Attribution }> {
  checkOptions(options, { ...ATTRIBUTION_CHECKS, alpha: A_NUMBER });
  const { scorer, calibration, fallback } = resolveScorer(options);
  const { alpha } = options;
  if (alpha !== undefined) checkAlpha(alpha);
  return async ({ trajectory }, config) => ({
    attribution: await attribute(trajectory, {
      scorer,
      ...(calibration === undefined ? {} : { calibration }),
      ...(fallback === undefined ? {} : { fallback }),
      ...(alpha === undefined ? {} : { alpha }),
      ...(config?.signal === undefined ? {} : { signal: config.signal }),
    }),
  });
}
