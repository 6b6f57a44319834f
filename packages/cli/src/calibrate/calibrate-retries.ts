import {
  acceptanceOf,
  acceptanceTable,
  readVerifierCalibration,
  writeVerifierCalibration,
  writeWholeFile,
} from "@langgraph-rollback/attribution";
import { readOptionFile } from "../data/read-option-file.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import { checkOutputs } from "../files/check-outputs.ts";
import { acceptanceText } from "../terminal/acceptance-text.ts";
import type { Output } from "../terminal/output.ts";

/** The retries of a verifier's calibration, and the choice to make. */
export interface CalibrateRetriesOptions {
  /** File of the verifier's calibration, with retries. */
  readonly retried: string;
  /** Absent: nothing is chosen, and nothing written. */
  readonly gamma?: number;
  readonly out: string;
  readonly json?: string | true;
  readonly force?: true;
}

/** `langgraph-rollback calibrate --retried`: what is accepted after a failure, to look at and to choose. */
export async function calibrateRetries(
  { force, gamma, json, out, retried: file }: CalibrateRetriesOptions,
  output: Output,
): Promise<void> {
  const writes = gamma === undefined ? { "--json": json } : { "--out": out, "--json": json };
  checkOutputs({ force, reads: { "--retried": file }, writes });
  const calibration = await readOptionFile("--retried", file, () => readVerifierCalibration(file));
  const { retries } = calibration;
  if (retries === undefined)
    throw new CommandFailedError(
      `Expected ${file} to hold retries, got a calibration without any. \`pilot --retries\` makes them.`,
    );
  const chosen = { ...calibration, retries: { ...retries, ...(gamma === undefined ? {} : { gamma }) } };
  const reason = gamma === undefined ? undefined : acceptanceOf(chosen)?.reason;
  if (gamma !== undefined) await writeVerifierCalibration(out, chosen);
  const figures = { table: acceptanceTable(retries), ...(reason === undefined ? {} : { reason, file: out }) };
  const asJson = JSON.stringify(figures, undefined, 2);
  const ending =
    reason === undefined ? "Nothing was chosen. `--gamma` chooses." : `${reason}\nWritten to ${out}.`;
  output.print(json === true ? asJson : `${acceptanceText(retries)}\n\n${ending}`);
  if (typeof json === "string") writeWholeFile(json, `${asJson}\n`);
}
