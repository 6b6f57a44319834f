import { readFile } from "node:fs/promises";
import { EvaluationError } from "@langgraph-rollback/lab/errors";

/**
 * The text of a file that the command line names.
 *
 * @param option that names it, for messages
 * @throws {EvaluationError} if it cannot be read
 */
export async function readData(file: string, option: string = "--data"): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new EvaluationError(`Could not read \`${option}\` ${file}: ${reason}`, { cause });
  }
}
