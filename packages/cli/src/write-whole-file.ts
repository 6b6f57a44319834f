import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { UsageError } from "./usage-error.ts";

/** Says so before the work, rather than after it, when a file could not be written. */
export function checkFolderOf(option: string, file: string): void {
  const folder = path.dirname(path.resolve(file));
  if (!existsSync(folder)) {
    throw new UsageError(
      `Expected \`${option}\` to name a file in an existing folder, but there is no "${folder}".`,
    );
  }
}

/** Whole or not at all. In one go: a signal is only heard before or after, and leaves no draft behind. */
export function writeWholeFile(file: string, text: string): void {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, text, { flag: "wx" });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
