import { existsSync } from "node:fs";
import { UsageError } from "../errors/usage-error.ts";
import type { CalibrateOptions } from "./calibrate-options.ts";

/** @throws {UsageError} where a scorer from outcomes has no database to learn from, or replays no scorer that learns from them */
export function checkOutcomes({ db, replays, scorer }: CalibrateOptions): void {
  if (scorer !== "outcomes") {
    if (replays === undefined) return;
    throw new UsageError("`--replays` is what `--scorer outcomes` learns from: name that scorer, too.");
  }
  if (db === undefined)
    throw new UsageError(
      "`--scorer outcomes` learns from retries, which are in the agent's database: name it with `--db`. Files of failures and planted faults hold none.",
    );
  if (db.length !== 1)
    throw new UsageError(`\`--scorer outcomes\` takes one database with \`--db\`, got ${db.length} files.`);
  if (replays !== undefined && !existsSync(replays))
    throw new UsageError(`Expected \`--replays\` to name a file of replays, but there is no "${replays}".`);
}
