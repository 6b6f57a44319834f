import { printable } from "@langgraph-rollback/inspector/shared";
import { stringifyTrajectory } from "@langgraph-rollback/attribution/trajectory";
import { checkLinesOptions, type LinesOptions, openLines } from "../data/trajectory-lines.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import type { Imported } from "../formats/imported.ts";
import type { ImportFormat } from "../formats/import-formats.ts";
import { type LeftOut, readTraces } from "../formats/read-traces.ts";
import type { Output } from "../terminal/output.ts";
import { filesIn } from "./files-in.ts";
import { ImportCount } from "./import-count.ts";
import { type AgentNames, readAgentNames, renameAgents } from "./rename-agents.ts";

/** Files to read, and places to write to. */
export interface ImportOptions extends LinesOptions {
  /** Default: the format that each file has. */
  readonly from?: ImportFormat;
  /** File with a table of names: default none. */
  readonly agents?: string;
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
  const names = await readAgentNames(options.agents);
  const readAll = async (write: (line: string) => void): Promise<ImportCount> => {
    const count = new ImportCount();
    for await (const each of checkedTraces(files, options.from, (left) => count.leaveOut(left))) {
      count.add(each.trajectory);
      write(lineOf({ ...each, trajectory: renameAgents(each.trajectory, names) }));
    }
    if (count.trajectories === 0)
      throw new CommandFailedError(`Expected traces in ${named.join(", ")}, got none.${count.leftOutWords}`);
    checkNames(names, count);
    return count;
  };
  // Lines on the standard output cannot be taken back: all is read once before.
  if (options.out === undefined) await readAll(() => undefined);
  const lines = openLines(options, output);
  try {
    const { figures, summary } = await readAll(lines.write);
    lines.finish({ summary, figures });
  } catch (error) {
    lines.abandon();
    throw error;
  }
}

/** A name that no agent has was written wrongly: its agent would keep the wrong name. */
function checkNames(names: AgentNames, count: ImportCount): void {
  const unseen = [...names.keys()].filter((name) => !count.hasAgent(name));
  if (unseen.length > 0)
    throw new CommandFailedError(
      `Expected agents named ${unseen.map((name) => `"${printable(name)}"`).join(", ")} in the traces, as \`--agents\` says, got none. \`--json\` lists the agents that there are.`,
    );
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

/** Fields beside a trajectory stand at the end of its line, where readers of trajectories pass over them. */
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
