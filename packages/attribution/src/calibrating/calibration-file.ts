import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";

import type { Calibration } from "./calibration.ts";
import { checkCalibration, parseCalibration } from "./parse-calibration.ts";

/**
 * Writes a calibration to a file, whole or not at all: readers never see half of it, and a crash keeps the old one.
 *
 * @throws {CalibrationFormatError} if it could not be read back
 */
export async function writeCalibration(path: string, calibration: Calibration): Promise<void> {
  const text = `${JSON.stringify(checkCalibration(calibration), null, 2)}\n`;
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

/**
 * Reads a file that {@link writeCalibration} wrote.
 *
 * @throws {CalibrationFormatError} as `parseCalibration` does; errors of the file system pass through
 */
export async function readCalibration(path: string): Promise<Calibration> {
  return parseCalibration(await readFile(path, "utf8"));
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
