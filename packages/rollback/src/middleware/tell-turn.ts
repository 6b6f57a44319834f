import { orNoTelemetry, type TelemetryRecord } from "../setup/telemetry.ts";
import type { FinishedRun } from "./finished-run.ts";
import type { MiddlewareContext } from "./middleware-context.ts";
import type { MiddlewareRecord } from "./middleware-record.ts";

/** @internal Tells telemetry of an attempt that was judged. `withRollback` tells of its own. */
export function tellTurn(
  { clock, telemetry }: MiddlewareContext,
  { earlier, isWrapped, threadId, trajectory, turn }: FinishedRun,
  record: MiddlewareRecord,
): void {
  if (telemetry === undefined || isWrapped) return;
  orNoTelemetry(() => {
    telemetry.turn({
      threadId,
      record: asTold(record),
      earlier: earlier.map(asTold),
      steps: trajectory.steps,
      began: turn?.at,
      now: clock(),
    });
  });
}

const asTold = ({ trimmed, ...record }: MiddlewareRecord): TelemetryRecord =>
  trimmed === undefined ? record : { ...record, rewind: trimmed };
