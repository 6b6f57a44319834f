import { randomUUID } from "node:crypto";
import { realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";

/**
 * Whole or not at all. In one go: a signal is only heard before or after, and leaves no draft behind. A link stays one: its
 * target is written.
 *
 * @param file that `checkOutputs` has let through
 */
export function writeWholeFile(file: string, text: string): void {
  const target = targetOf(file);
  const draft = `${target}.${randomUUID()}.tmp`;
  try {
    writeFileSync(draft, text, { flag: "wx" });
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function targetOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
