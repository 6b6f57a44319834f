import { printable } from "@langgraph-rollback/inspector/shared";
import { isLabelled, stringifyTrajectory } from "@langgraph-rollback/attribution/trajectory";
import { checkLinesOptions, type LinesOptions, openLines } from "../data/trajectory-lines.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import type { Imported } from "../formats/imported.ts";
import type { ImportFormat } from "../formats/import-formats.ts";
import { type LeftOut, readTraces } from "../formats/read-traces.ts";
import type { Output } from "../terminal/output.ts";
import { filesIn } from "./files-in.ts";
import { leftOutWords, SHOWN_LEFT_OUT } from "./left-out-words.ts";

/** Files to read, and places to write to. */
export interface ImportOptions extends LinesOptions {
  /** Default: the format that each file has. */
  readonly from?: ImportFormat;
}

/** Reads traces, checks them, and writes them, one run at a time. */
export async function runImportCommand(
  named: readonly string[],
  options: ImportOptions,
  output: Output,
): Promise<void> {
  checkLinesOptions(options, { files: named });
  const files = await filesIn(named);
  checkLinesOptions(options, { files });
  const traces = (tell: (left: LeftOut) => void) => checkedTraces(files, options.from, tell);
  // What has gone to the standard output cannot be taken back: all is read once before.
  if (options.out === undefined) for await (const _ of traces(() => undefined));
  const lines = openLines(options, output);
  const leftOut: LeftOut[] = [];
  const count = { trajectories: 0, labelled: 0, right: 0, leftOut: 0 };
  try {
    const tell = (left: LeftOut): void => {
      count.leftOut += 1;
      if (leftOut.length < SHOWN_LEFT_OUT) leftOut.push(left);
    };
    for await (const each of traces(tell)) {
      lines.write(lineOf(each));
      count.trajectories += 1;
      if (isLabelled(each.trajectory)) count.labelled += 1;
      if (each.trajectory.outcome?.ok === true) count.right += 1;
    }
    if (count.trajectories === 0)
      throw new CommandFailedError(
        `Expected traces in ${named.join(", ")}, got none.${leftOutWords(leftOut, count.leftOut)}`,
      );
  } catch (error) {
    lines.abandon();
    throw error;
  }
  const summary = `Read ${count.trajectories} trajectories, ${count.labelled} of them labelled, ${count.right} of them right.`;
  lines.finish({
    summary: `${summary}${leftOutWords(leftOut, count.leftOut)}`,
    figures: count.leftOut === 0 ? withoutLeftOut(count) : { ...count, firstLeftOut: leftOut },
  });
}

function withoutLeftOut({
  labelled,
  right,
  trajectories,
}: Record<"labelled" | "right" | "trajectories", number>) {
  return { trajectories, labelled, right };
}

/** The traces of all files. Labels and results are told apart by ids: each is there once. */
async function* checkedTraces(
  files: readonly string[],
  from: ImportFormat | undefined,
  tell: (left: LeftOut) => void,
): AsyncGenerator<Imported> {
  const seen = new Set<string>();
  for (const file of files)
    for await (const each of readTraces(file, from, tell)) {
      const { id } = each.trajectory;
      if (seen.has(id))
        throw new CommandFailedError(
          `Two trajectories have the id "${printable(id)}". Give each an id of its own.`,
        );
      seen.add(id);
      yield each;
    }
}

/** What stands beside a trajectory goes to the end of its line, as fields that readers of trajectories pass over. */
function lineOf({ groundTruth, origin, trajectory }: Imported): string {
  const beside = Object.entries({ groundTruth, origin }).filter(([, value]) => value !== undefined);
  const fields = beside.map(([name, value]) => `,"${name}":${safeJson(value)}`).join("");
  return `${stringifyTrajectory(trajectory).slice(0, -1)}${fields}}`;
}

/** JSON without the line breaks of Unicode, on which some readers of lines split. */
function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u0085\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
