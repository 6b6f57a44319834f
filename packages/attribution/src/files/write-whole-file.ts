import { randomUUID } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  type Stats,
  writeFileSync,
} from "node:fs";

import { linkTarget } from "./link-target.ts";

/**
 * Writes a file whole or not at all: readers never see half of it, and a crash keeps the old one. It does so in one go: a
 * program that ends when it hears a signal does so before or after, and leaves no draft behind.
 *
 * A link stays, and the file that it leads to is written, new or not. The file keeps its mode, and its owner if the process may
 * give it to them. What is no file, such as a pipe, is written as it is.
 *
 * @throws what `node:fs` throws if the file cannot be written, as `EACCES` for one that is read-only to this process
 */
export function writeWholeFile(file: string, text: string): void {
  const whole = openWholeFile(file);
  try {
    whole.write(text);
    whole.finish();
  } catch (error) {
    whole.abandon();
    throw error;
  }
}

/** A file that is written part by part, and is there once it is finished. */
export interface WholeFile {
  readonly write: (text: string) => void;
  readonly finish: () => void;
  /** Leaves nothing behind. */
  readonly abandon: () => void;
}

/**
 * Opens a file that is too large to be put together in memory, which is then written as by {@link writeWholeFile}. A process that exits before
 * the end leaves no draft behind.
 *
 * @throws as `writeWholeFile` does
 */
export function openWholeFile(file: string): WholeFile {
  const old = statSync(file, { throwIfNoEntry: false });
  if (old !== undefined && !old.isFile()) return openNoFile(file);
  // Renaming replaces a file without asking whether it may be written.
  if (old !== undefined) accessSync(file, constants.W_OK);
  const target = linkTarget(file);
  // Beside the target, so that the renaming stays within one file system.
  const draft = `${target}.${randomUUID()}.tmp`;
  const handle = openSync(draft, "wx", old === undefined ? 0o666 : 0o600);
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(handle);
    isOpen = false;
  };
  const abandon = (): void => {
    process.off("exit", abandon);
    close();
    rmSync(draft, { force: true });
  };
  process.on("exit", abandon);
  return {
    write: (text) => writeFileSync(handle, text, "utf8"),
    finish: () => {
      if (old !== undefined) takeOver(handle, old);
      fsyncSync(handle);
      close();
      renameSync(draft, target);
      process.off("exit", abandon);
    },
    abandon,
  };
}

/** Writes to a file that cannot be replaced, such as a pipe. */
function openNoFile(path: string): WholeFile {
  const handle = openSync(path, "w");
  const close = (): void => closeSync(handle);
  return { write: (text) => writeFileSync(handle, text), finish: close, abandon: close };
}

/** Mode last: a new owner clears parts of it. */
function takeOver(file: number, { gid, mode, uid }: Stats): void {
  try {
    fchownSync(file, uid, gid);
  } catch {
    // Only a privileged process gives files away; the file is then its own.
  }
  fchmodSync(file, mode & 0o7777);
}
