import { readFile } from "node:fs/promises";

import { readOptionFile } from "../data/read-option-file.ts";

/**
 * The note that a file holds, without line breaks at its end.
 *
 * @returns `undefined` where no file is named
 * @throws {CommandFailedError} if the file cannot be read
 */
export async function readNote(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const text = await readOptionFile("--note", file, () => readFile(file, "utf8"));
  return text.trimEnd();
}
