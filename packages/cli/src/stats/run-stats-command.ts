import { writeWholeFile } from "@langgraph-rollback/attribution";

import { CommandFailedError } from "../errors/command-failed-error.ts";
import { checkOutputs } from "../files/check-outputs.ts";
import type { WhereOptions } from "../options/schema-option.ts";
import { withRuns } from "../replaying/recorded-runs.ts";
import type { Output } from "../terminal/output.ts";
import { statsText } from "./stats-text.ts";

/** Runs to count, and places for the figures. */
export interface StatsCommandOptions extends WhereOptions {
  readonly db: string;
  /** ISO 8601, UTC. */
  readonly since?: string;
  readonly agent?: string;
  readonly days: number;
  readonly limit: number;
  /** File, or true for the standard output. */
  readonly json?: string | true;
  readonly force?: true;
}

/** Tells what fails most over all runs of a database. */
export async function runStatsCommand(options: StatsCommandOptions, output: Output): Promise<void> {
  const { agent, days, db, force, json, limit, since } = options;
  checkOutputs({ force, reads: { db }, writes: { "--json": json } });
  const stats = await withRuns(db, options, async ({ source }) =>
    source.stats?.({
      days,
      limit,
      ...(agent === undefined ? {} : { agent }),
      ...(since === undefined ? {} : { since }),
    }),
  );
  if (stats === undefined || stats.failed.of === 0)
    throw new CommandFailedError(
      agent === undefined && since === undefined
        ? "No run of `withRollback` that was judged is in the database."
        : "No run that was judged is left: leave `--agent` and `--since` out to count all.",
    );
  const asJson = JSON.stringify(stats, undefined, 2);
  output.print(json === true ? asJson : statsText(stats));
  if (typeof json === "string") writeWholeFile(json, `${asJson}\n`);
}
