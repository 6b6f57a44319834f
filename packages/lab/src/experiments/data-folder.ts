import { existsSync } from "node:fs";
import path from "node:path";

import type { Measurement } from "./experiment.ts";

/** The files of a folder that are there, with their whole paths, and those that are not. */
export function filesIn(
  folder: string | undefined,
  names: readonly string[],
): { readonly found: ReadonlyMap<string, string>; readonly missing: readonly string[] } {
  const found = new Map<string, string>();
  for (const name of names) {
    const file = folder === undefined ? undefined : path.resolve(folder, name);
    if (file !== undefined && existsSync(file)) found.set(name, file);
  }
  return { found, missing: names.filter((name) => !found.has(name)) };
}

/** Why a finding lacks figures: nothing of the labelled data lies in the repository. */
export const withoutFiles = (missing: readonly string[]): string =>
  `Skipped without ${missing.join(", ")}: these files are not in the repository. Name their folder by \`--data\`.`;

/** The finding of an experiment that has no data at all. */
export const nothingFound = (missing: readonly string[]): Measurement => ({
  markdown: "",
  summary: "",
  figures: [],
  charts: {},
  claims: [],
  incomplete: withoutFiles(missing),
});
