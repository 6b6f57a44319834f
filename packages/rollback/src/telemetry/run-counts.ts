import type { TelemetryRecord } from "../setup/telemetry.ts";
import { totalTokens, type ModelTokens } from "../steps/token-count.ts";
import type { TelemetryAttributes } from "./attribute-types.ts";
import type { Meters } from "./metrics.ts";

/** Kind of a failure: an exception, the verifier's word, the model's own request, or the alarm or check that stopped the attempt. */
export function failureOf({ outcome }: Pick<TelemetryRecord, "outcome">): string {
  if (outcome?.early !== undefined) return outcome.early.by;
  if (outcome?.error !== undefined) return "error";
  return outcome?.asked === undefined ? "verdict" : "asked";
}

/** Counts what a retry has executed, and the tokens that it took. */
export function countRetry(
  meters: Meters,
  named: TelemetryAttributes,
  steps: number,
  tokens: readonly ModelTokens[],
): void {
  const { input, output } = totalTokens(tokens);
  meters.count("stepsRedone", steps, named);
  meters.count("tokensRedone", input + output, named);
}

/** Counts a run that has ended. */
export function countEnd(
  meters: Meters,
  named: TelemetryAttributes,
  { stopped }: Pick<TelemetryRecord, "stopped">,
  status: string,
): void {
  const ended: TelemetryAttributes = { ...named, "langgraph_rollback.status": status };
  meters.count("runs", 1, ended);
  if (status === "recovered") meters.count("recovered", 1, named);
  if (status !== "gave-up") return;
  const by: TelemetryAttributes =
    stopped === undefined ? {} : { "langgraph_rollback.stopped_by": stopped.by };
  meters.count("gaveUp", 1, { ...named, ...by });
}
