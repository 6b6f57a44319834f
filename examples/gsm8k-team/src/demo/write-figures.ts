import { existsSync } from "node:fs";
import path from "node:path";
import { writeWholeFile } from "@langgraph-rollback/attribution";
import type { DemoFigures } from "./demo-figures.ts";
import { UsageError } from "./usage-error.ts";

/** Says so before the work, rather than after it, when the file could not be written, or would be overwritten. */
export function checkFiguresFile(file: string): void {
  const folder = path.dirname(path.resolve(file));
  if (!existsSync(folder))
    throw new UsageError(
      `Expected \`--json\` to name a file in an existing folder, but there is no "${folder}".`,
    );
  if (existsSync(file))
    throw new UsageError(`Expected \`--json\` to name a new file, but "${file}" exists already.`);
}

/** Whole or not at all. */
export function writeFigures(file: string, figures: DemoFigures): void {
  writeWholeFile(file, `${JSON.stringify(figures, null, 2)}\n`);
}
