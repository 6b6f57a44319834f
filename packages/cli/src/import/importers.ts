import { fromAgentprocessbench } from "./from-agentprocessbench.ts";
import { fromOwnFormat } from "./from-own-format.ts";
import { fromReasoneval } from "./from-reasoneval.ts";
import { fromWhoAndWhen } from "../formats/from-who-and-when.ts";
import type { ImportFormat } from "./import-formats.ts";
import type { Imported, ImportedFile } from "../formats/imported.ts";

/**
 * Reads traces of one format. A new format is one more entry here and in `IMPORT_FORMATS`.
 *
 * @throws {TrajectoryFormatError} on the first line that it cannot read
 */
export type Importer = (file: ImportedFile) => readonly Imported[];

export const IMPORTERS: Readonly<Record<ImportFormat, Importer>> = {
  "langgraph-rollback": fromOwnFormat,
  "who-and-when": fromWhoAndWhen,
  reasoneval: fromReasoneval,
  agentprocessbench: fromAgentprocessbench,
};
