import type { RunRow } from "../storage/run-row.ts";
import type { Place } from "../storage/place.ts";
import type { Runs } from "../storage/runs.ts";
import type { WorkedRun, WorkerOptions } from "./worker-options.ts";

/** The listener, and the place to read the run from. */
interface Telling {
  readonly options: Pick<WorkerOptions, "onRun">;
  readonly place: Place;
  readonly runs: Runs;
}

/**
 * @internal Tells `onRun` of a run that the worker has, as the run stands now. Nothing that fails here fails the run.
 *
 * @param seconds since the worker started it
 */
export async function tellOfRun(
  { options, place, runs }: Telling,
  row: RunRow,
  kind: WorkedRun["kind"],
  seconds: number,
): Promise<void> {
  if (options.onRun === undefined) return;
  try {
    const now = kind === "started" ? row : ((await runs.read(row.id)) ?? row);
    options.onRun({
      kind,
      runId: row.id,
      graph: row.graph,
      threadId: row.thread,
      tenant: row.tenant,
      status: now.status,
      starts: now.starts,
      seconds,
      ...(now.error === null ? {} : { error: now.error }),
    });
  } catch (error) {
    place.onError(error instanceof Error ? error : new Error(String(error)));
  }
}
