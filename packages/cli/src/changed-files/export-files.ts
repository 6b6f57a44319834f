import { existsSync, readdirSync, statSync } from "node:fs";

import { counted, printable } from "@langgraph-rollback/inspector/shared";
import type { AttemptRecord } from "langgraph-rollback";
import { exportAttemptFiles } from "langgraph-rollback/inspection";

import { CommandFailedError } from "../errors/command-failed-error.ts";
import { UsageError } from "../errors/usage-error.ts";
import type { Output } from "../terminal/output.ts";

/** Writes the files that an attempt has left into a folder. */
export async function exportFiles(
  { attempt, files }: AttemptRecord,
  { json, out, store }: { readonly out: string; readonly store?: string; readonly json?: true },
  output: Output,
): Promise<void> {
  checkFree(out);
  if (files === undefined)
    throw new CommandFailedError("The run had no `workspace`, so nothing is known of files.");
  const { problems = [], written } = await exportAttemptFiles(files, out, { store });
  if (json === true) {
    output.print(JSON.stringify({ attempt, out, written, problems }, undefined, 2));
    return;
  }
  const left = problems.map(({ path, reason }) =>
    printable(`attempt ${attempt}, not written: ${JSON.stringify(path)}: ${reason}`),
  );
  output.print([`Wrote ${counted(written, "file")} of attempt ${attempt} to ${out}.`, ...left].join("\n"));
}

/** @throws {UsageError} if something is in the folder */
function checkFree(out: string): void {
  if (!existsSync(out)) return;
  if (statSync(out).isDirectory() && readdirSync(out).length === 0) return;
  throw new UsageError(`Expected \`--out\` to name a folder that is new or empty, got "${out}".`);
}
