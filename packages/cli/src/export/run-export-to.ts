import type { Redact } from "@langgraph-rollback/attribution";
import type { ThreadSource } from "@langgraph-rollback/inspector";
import { printable, unreadableWords } from "@langgraph-rollback/inspector/shared";
import { withSource } from "../data/open-where.ts";
import { checkLinesOptions, type Lines, type LinesOptions, openLines } from "../data/trajectory-lines.ts";
import { exportIn, loadValue } from "../data/load-export.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import type { ExportTarget } from "../options/export-target.ts";
import type { WhereOptions } from "../options/schema-option.ts";
import type { Output } from "../terminal/output.ts";
import { runDocument } from "./otlp/run-spans.ts";
import { type ReadRun, readRun } from "./read-run.ts";
import { type Said, saidWith } from "./said.ts";
import { sessionLines } from "./sessions/session-lines.ts";

/** Threads to write in another format, and where to. */
export interface ExportToOptions extends LinesOptions, WhereOptions {
  readonly to: ExportTarget;
  readonly thread?: readonly string[];
  /** Write what was said, too. Sessions are made of it. */
  readonly content?: true;
  /** `./agent.js#redact`. */
  readonly redact?: string;
}

/** A run in the lines of a format. */
type LinesOfRun = (run: ReadRun, said: Said) => readonly string[];

const LINES_OF: Readonly<Record<ExportTarget, LinesOfRun>> = {
  otlp: (run, said) => [JSON.stringify(runDocument(run, said))],
  sessions: ({ attempts, run }, said) =>
    attempts.flatMap(({ trajectory, view }) =>
      sessionLines(`${run}/attempt-${view.attempt}`, trajectory, said),
    ),
};

/** More threads than anybody has. */
const ALL = 1_000_000;

/** Writes threads in a format of others, each run as soon as it is read. */
export async function runExportTo(
  where: readonly string[],
  options: ExportToOptions,
  output: Output,
): Promise<void> {
  const { redact: spec, to } = options;
  checkLinesOptions(options, { where, "--redact": spec && exportIn(spec).module });
  const redact =
    spec === undefined ? undefined : await loadValue("--redact", spec, "redact", isRedact, "a function");
  const said = saidWith(to === "sessions" || options.content === true, redact);
  await withSource(where, options, async (source) => {
    const lines = openLines(options, output);
    try {
      const { attempts, runs, unreadable } = await writeRuns(source, options, lines, said, output);
      if (runs === 0)
        throw new CommandFailedError(`No run of ${printable(source.name)} matches the options.`);
      lines.finish({
        summary: `Exported ${runs} runs with ${attempts} attempts.`,
        figures: { runs, attempts, ...(unreadable > 0 && { unreadable }) },
      });
    } catch (error) {
      lines.abandon();
      throw error;
    }
  });
}

async function writeRuns(
  source: ThreadSource,
  { thread, to }: ExportToOptions,
  lines: Lines,
  said: Said,
  output: Output,
): Promise<{ readonly attempts: number; readonly runs: number; readonly unreadable: number }> {
  const count = { attempts: 0, runs: 0, unreadable: 0 };
  for (const id of thread ?? (await source.list(ALL)).threads.map((each) => each.id)) {
    const view = await source.thread(id);
    if (view === undefined)
      throw new CommandFailedError(
        `${printable(source.name)} holds no thread "${printable(id)}". Check the id.`,
      );
    for (const each of view.runs) {
      const run = await readRun(source, id, each);
      if (run.attempts.length === 0) continue;
      for (const line of LINES_OF[to](run, said)) lines.write(line);
      count.runs += 1;
      count.attempts += run.attempts.length;
    }
    const message = unreadableWords(view);
    if (message === undefined) continue;
    count.unreadable += 1;
    output.printError(`warning: ${message}`);
  }
  return count;
}

const isRedact = (value: unknown): value is Redact => typeof value === "function";
