import { readFile } from "node:fs/promises";

import { EvaluationError } from "./evaluation-error.ts";

/**
 * The text of the file that `--data` names.
 * @throws {EvaluationError} if it cannot be read
 */
export async function readData(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new EvaluationError(`Could not read \`--data\` ${file}: ${reason}`, { cause });
  }
}
