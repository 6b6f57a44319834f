import { calibrateRecovery, promisesOf, recoveryOf, writeWholeFile } from "@langgraph-rollback/attribution";
import { knownRecovery } from "@langgraph-rollback/inspector";
import { readFailedRuns } from "langgraph-rollback";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import { checkOutputs } from "../files/check-outputs.ts";
import type { WhereOptions } from "../options/schema-option.ts";
import { withRuns } from "../replaying/recorded-runs.ts";
import type { Output } from "../terminal/output.ts";
import type { RecoveryFigures } from "./recovery-figures.ts";
import { recoveryText } from "./recovery-text.ts";

/** Runs to count, and places for the results. */
export interface RecoveryCommandOptions extends WhereOptions {
  readonly db: string;
  readonly procedure?: string;
  readonly alpha: number;
  readonly delta?: number;
  readonly out?: string;
  /** File, or true for the standard output. */
  readonly json?: string | true;
  readonly force?: true;
}

/** Shares of failed runs that the table shows beside the requested one. */
const ALPHAS = [0.05, 0.1, 0.2, 0.3, 0.4] as const;

/** Says within how many rollbacks the failed runs of a database were recovered, and what that promises. */
export async function runRecoveryCommand(options: RecoveryCommandOptions, output: Output): Promise<void> {
  const { alpha, db, delta, force, json, out, procedure } = options;
  checkOutputs({ force, reads: { db }, writes: { "--out": out, "--json": json } });
  const counted = await withRuns(db, options, ({ checkpointer }) =>
    readFailedRuns(checkpointer, procedure === undefined ? {} : { procedure }),
  );
  if (counted === undefined)
    throw new CommandFailedError(
      procedure === undefined
        ? "No failed run of `withRollback` is in the database that tells its procedure: run the agent with this version, or a newer one."
        : `No failed run of procedure "${procedure}" is in the database. Leave \`--procedure\` out for the latest one.`,
    );
  const calibration = calibrateRecovery(counted.runs, {
    ...counted,
    alpha,
    ...(delta === undefined ? {} : { delta }),
  });
  if (out !== undefined) writeWholeFile(out, `${JSON.stringify(calibration, undefined, 2)}\n`);
  const { promised, runs: _, ...rest } = counted;
  const { known, observed } = knownRecovery(counted, undefined, false);
  const figures: RecoveryFigures = {
    ...rest,
    promise: recoveryOf(calibration),
    recoveredBy: calibration.recoveredBy,
    at: [...new Set([...ALPHAS, alpha])]
      .toSorted((a, b) => a - b)
      .map((each) => ({ alpha: each, within: recoveryOf(calibration, { alpha: each }).within ?? null })),
    ...(promised === undefined ? {} : { inForce: promisesOf(known, observed) }),
    ...(out === undefined ? {} : { file: out }),
  };
  const asJson = JSON.stringify(figures, undefined, 2);
  output.print(json === true ? asJson : recoveryText(figures));
  if (typeof json === "string") writeWholeFile(json, `${asJson}\n`);
}
