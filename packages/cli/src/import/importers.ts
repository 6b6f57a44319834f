import { parseLabelledTraces, type Trajectory } from "@langgraph-rollback/trajectory";
import type { ImportFormat } from "./import-formats.ts";

/**
 * Reads traces of one format. A new format is one more entry here and in `IMPORT_FORMATS`.
 *
 * @throws {TrajectoryFormatError} on the first line that it cannot read
 */
export type Importer = (text: string) => readonly Trajectory[];

export const IMPORTERS: Readonly<Record<ImportFormat, Importer>> = {
  "langgraph-rollback": parseLabelledTraces,
};
