import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";

import { calibrationId, parseCalibration, type Calibration } from "@langgraph-rollback/attribution";

import { CalibrationMissingError } from "../errors/calibration-missing-error.ts";
import { CalibrationUnreadableError } from "../errors/calibration-unreadable-error.ts";
import { textIn } from "../errors/describe-error.ts";
import { warn } from "../errors/warn.ts";
import type { RollbackProblem } from "../history/attempt-record.ts";
import { problemOf } from "../history/left-alone.ts";

/** @internal A calibration file as this process knows it. */
export interface CalibrationFile<T = Calibration> {
  /** The last calibration read that could be used; `undefined` if none could. */
  readonly held: () => T | undefined;
  /**
   * Reads the file if it has changed since it was read well. Never rejects: what is wrong with the file is warned of once, and what was
   * held stays.
   *
   * @param check throws if the calibration cannot be used here
   * @returns what is wrong, the first time. A missing file is not a problem of a run.
   */
  readonly refresh: (check: (calibration: T) => void) => Promise<RollbackProblem | undefined>;
}

/** @internal A kind of calibration that a file can hold. */
export interface CalibrationKind<T> {
  /** @throws {CalibrationFormatError} */
  readonly parse: (text: string) => T;
  /** Changes with its content. */
  readonly id: (calibration: T) => string;
  /** As long as there is no file: what is done, and what makes one. Default: that of `CalibrationMissingError`. */
  readonly missing?: string;
  /** As long as it cannot be used: what is done. */
  readonly without: string;
}

/**
 * @internal The files of a kind, each by its path. What one scorer can use is foreign to another: the second argument names the path and all that its content is checked by.
 * Graphs are made anew for each request: what was read last outlives them.
 */
export function calibrationFiles<T>(
  kind: CalibrationKind<T>,
): (path: string, key: string) => CalibrationFile<T> {
  const files = new Map<string, CalibrationFile<T>>();
  return (path, key) => {
    const known = files.get(key) ?? openFile(path, kind);
    files.set(key, known);
    return known;
  };
}

/** @internal Files of calibrations of step scores. */
export const calibrationFile: (path: string, key: string) => CalibrationFile = calibrationFiles({
  parse: parseCalibration,
  id: calibrationId,
  without: "Failed runs are rolled back without a calibration until it can be used.",
});

function openFile<T>(path: string, kind: CalibrationKind<T>): CalibrationFile<T> {
  let held: T | undefined;
  let seen: string | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const read = async (check: (calibration: T) => void): Promise<RollbackProblem | undefined> => {
    let text = "";
    try {
      const now = await stampOf(path);
      if (now === seen) return undefined;
      text = await readText(path);
      const calibration = kind.parse(text);
      check(calibration);
      seen = now;
      // The results learnt from an equal calibration are stored with that object.
      if (held === undefined || kind.id(held) !== kind.id(calibration)) held = calibration;
      return undefined;
    } catch (error) {
      return toldOnce(path, kind, { error, text, isHeld: held !== undefined });
    }
  };
  return {
    held: () => held,
    // One after the other: an older reading must not replace a newer one.
    refresh: (check) => {
      const next = last.then(() => read(check));
      last = next;
      return next;
    },
  };
}

/** Changes with every replacement of a file, and with every write to it that the file system's clock tells apart from the one before. */
async function stampOf(path: string): Promise<string> {
  try {
    const stats = await stat(path, { bigint: true });
    // Reading a pipe would wait for its writer.
    if (!stats.isFile()) throw new CalibrationUnreadableError(path);
    return [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(" ");
  } catch (error) {
    throw error instanceof CalibrationUnreadableError || isMissing(error)
      ? error
      : new CalibrationUnreadableError(path, error);
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw isMissing(error) ? error : new CalibrationUnreadableError(path, error);
  }
}

const isMissing = (error: unknown): boolean => textIn(error, "code") === "ENOENT";

/** By what is wrong and the content of the file. */
const said = new Set<string>();

function toldOnce(
  path: string,
  { missing, without }: Pick<CalibrationKind<unknown>, "missing" | "without">,
  { error, text, isHeld }: { readonly error: unknown; readonly text: string; readonly isHeld: boolean },
): RollbackProblem | undefined {
  const isGone = isMissing(error);
  const problem = isGone
    ? problemOf(new CalibrationMissingError(path, isHeld, missing))
    : notUsed(path, error, isHeld ? STAYS : without);
  const key = `${problem.message}\n${createHash("sha256").update(text).digest("hex")}`;
  if (said.has(key)) return undefined;
  said.add(key);
  warn(problem.message, "RollbackCalibrationWarning", problem.code);
  return isGone ? undefined : problem;
}

const STAYS = "The calibration that was read before stays in use.";

/** @param meanwhile what is done as long as it is not used */
function notUsed(path: string, error: unknown, meanwhile: string): RollbackProblem {
  const problem = problemOf(error);
  return {
    ...problem,
    message: `The calibration file ${JSON.stringify(path)} is not used. ${problem.message} ${meanwhile}`,
  };
}
