import type { Imported, ImportedFile } from "../imported.ts";
import { fromAgentprocessbench } from "./from-agentprocessbench.ts";
import { fromOwnFormat } from "./from-own-format.ts";
import { fromReasoneval } from "./from-reasoneval.ts";
import { fromWhoAndWhen } from "./from-who-and-when.ts";

/** Names of the formats that labels stand in. */
export type PublishedFormat = "langgraph-rollback" | "who-and-when" | "reasoneval" | "agentprocessbench";

/** Formats whose files are read at once and to the letter. Each throws a `TrajectoryFormatError`. */
export const PUBLISHED: Readonly<Record<PublishedFormat, (file: ImportedFile) => readonly Imported[]>> = {
  "langgraph-rollback": fromOwnFormat,
  "who-and-when": fromWhoAndWhen,
  reasoneval: fromReasoneval,
  agentprocessbench: fromAgentprocessbench,
};
