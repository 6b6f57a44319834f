import { type FilesView, readFilesView } from "@langgraph-rollback/inspector";
import { counted, fileStateWords, printable } from "@langgraph-rollback/inspector/shared";
import type { AttemptRecord } from "langgraph-rollback";
import { SnapshotsMissingError } from "langgraph-rollback/errors";

import type { Output } from "../terminal/output.ts";
import type { FilesCommandOptions } from "./files-options.ts";

/** The files of an attempt, and what a rollback did with them. */
interface ListedAttempt
  extends Partial<FilesView>, Pick<NonNullable<AttemptRecord["files"]>, "restored" | "problem"> {
  readonly attempt: number;
}

/** Lists the files that attempts changed. */
export async function listFiles(
  attempts: readonly AttemptRecord[],
  options: FilesCommandOptions,
  output: Output,
): Promise<void> {
  const listed: ListedAttempt[] = [];
  for (const each of attempts) listed.push(await listedOf(each, options));
  if (options.json === true) {
    output.print(JSON.stringify(listed, undefined, 2));
    return;
  }
  const hasFiles = attempts.some(({ files }) => files !== undefined);
  const lines = hasFiles
    ? listed.flatMap(linesOf)
    : ["The run had no `workspace`, so nothing is known of files."];
  output.print(lines.join("\n"));
}

async function listedOf(
  { attempt, files }: AttemptRecord,
  { diff, store }: FilesCommandOptions,
): Promise<ListedAttempt> {
  if (files === undefined) return { attempt };
  const { problem, restored } = files;
  const done = {
    ...(restored === undefined ? {} : { restored }),
    ...(problem === undefined ? {} : { problem }),
  };
  try {
    const all = Number.MAX_SAFE_INTEGER;
    const limits = { store, mostFiles: all, mostOfAll: all, ...(diff === true ? {} : { mostOfOne: 0 }) };
    return { attempt, ...(await readFilesView(files, limits)), ...done };
  } catch (error) {
    if (!(error instanceof SnapshotsMissingError)) throw error;
    return { attempt, missing: error.message, ...done };
  }
}

function linesOf({ attempt, changes, missing, problem, restored }: ListedAttempt): readonly string[] {
  const told = (what: string): string => printable(`attempt ${attempt}${what}`);
  const { conflicts = [], removed = 0, written = 0 } = restored ?? {};
  return [
    ...(missing === undefined ? [] : [told(`: ${missing}`)]),
    ...(changes?.length === 0 ? [told(": changed no file")] : []),
    ...(changes ?? []).flatMap(({ change, difference, left, path, ...states }) => [
      told(
        `, ${change}: ${JSON.stringify(path)} (${fileStateWords(states)})${left === undefined ? "" : `. ${left}`}`,
      ),
      ...(difference === undefined ? [] : [difference.trimEnd().replaceAll("\t", "    ")]),
    ]),
    ...(restored === undefined
      ? []
      : [told(`, put back: ${counted(written, "file")} written, ${removed} removed`)]),
    ...conflicts.map((path) =>
      told(`, kept beside: ${JSON.stringify(path)}, which somebody else had changed`),
    ),
    ...(problem === undefined ? [] : [told(`, not put back: ${problem.message}`)]),
  ];
}
