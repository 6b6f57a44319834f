import { OpinionFormatError, parseOpinions, type RecordedRun } from "@langgraph-rollback/attribution";
import { EvaluationError } from "@langgraph-rollback/lab/errors";
import { readData } from "./read-data.ts";

/** An opinion file. */
export interface OpinionFile {
  readonly file: string;
  readonly runs: readonly RecordedRun[];
  /** Its runs as labelled traces, JSON Lines: steps without text, and every other field of the line. */
  readonly traces: string;
}

/**
 * Reads an opinion file, whose lines are traces of their own: how many steps, which is the decisive one, of which group.
 *
 * @throws {EvaluationError} on a file that cannot be read or parsed
 */
export async function loadOpinions(file: string): Promise<OpinionFile> {
  const text = await readData(file, "--marks");
  const runs = parse(file, text);
  const lines = text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .filter((line) => line.trim() !== "");
  return { file, runs, traces: runs.map((run, at) => `${traceOf(run, lines[at] ?? "{}")}\n`).join("") };
}

function parse(file: string, text: string): readonly RecordedRun[] {
  try {
    return parseOpinions(text);
  } catch (error) {
    if (!(error instanceof OpinionFormatError)) throw error;
    throw new EvaluationError(`${file}: ${error.message}`, { cause: error });
  }
}

function traceOf({ length }: RecordedRun, line: string): string {
  const steps = Array.from({ length }, (_, index) => ({ index, agent: "", content: "" }));
  return JSON.stringify({ task: "", ...JSON.parse(line), steps });
}
