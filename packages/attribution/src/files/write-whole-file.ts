import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** @internal Writes a file, whole or not at all: readers never see half of it, and a crash keeps the old one. */
export function writeWholeFile(path: string, text: string): void {
  // Beside the target, so that the renaming stays within one file system.
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    writeDurably(draft, text);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** In one go: a program that ends when it hears a signal does so before or after, and leaves no draft behind. */
function writeDurably(path: string, text: string): void {
  const file = openSync(path, "wx");
  try {
    writeFileSync(file, text, "utf8");
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
