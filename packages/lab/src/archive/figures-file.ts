import { existsSync, readFileSync } from "node:fs";

import { type KeptMeasurement, unpackMeasurements } from "./figures-archive.ts";

/** The file of all findings that the documents show. */
export const FIGURES_FILE: URL = new URL("../../../../docs/benchmarks/figures.json.gz", import.meta.url);

/** All findings that are kept; none before the first is written. */
export const keptFindings = (): readonly KeptMeasurement[] =>
  existsSync(FIGURES_FILE) ? unpackMeasurements(readFileSync(FIGURES_FILE)) : [];
