import type { PlantingTask } from "langgraph-rollback/faults";
import { readData } from "./read-data.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import { isFields } from "../formats/fields.ts";

/** A task of the file: what the agent gets, and whatever else its line says, which the verifier may want. */
export interface PlannedTask extends PlantingTask<unknown> {
  readonly line: Readonly<Record<string, unknown>>;
}

/**
 * Reads JSON Lines of tasks: objects with `input`, and optionally `id` (else the line's number), `group` and whatever the
 * verifier needs.
 *
 * @throws {CommandFailedError} on a line that is none, and on a file without any
 */
export async function readTasks(file: string): Promise<readonly PlannedTask[]> {
  const lines = (await readData(file, "--tasks")).split("\n");
  const tasks = lines.flatMap((line, index) => (line.trim() === "" ? [] : [taskIn(line, index + 1, file)]));
  if (tasks.length === 0) throw new CommandFailedError(`Expected tasks in ${file}, got none.`);
  return tasks;
}

function taskIn(text: string, number: number, file: string): PlannedTask {
  const line = objectIn(text);
  if (line === undefined || !("input" in line))
    throw new CommandFailedError(
      `${file}, line ${number}: expected an object with \`input\`, as JSON on one line.`,
    );
  const { group, id, input } = line;
  return {
    id: typeof id === "string" || typeof id === "number" ? `${id}` : `${number}`,
    input,
    line,
    ...(typeof group === "string" ? { group } : {}),
  };
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
