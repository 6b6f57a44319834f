import { randomUUID } from "node:crypto";
import { open, readFile, rename, rm } from "node:fs/promises";

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
    await writeDurably(draft, text);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
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

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, "wx");
  try {
    await file.writeFile(text, "utf8");
    await file.sync();
  } finally {
    await file.close();
  }
}
