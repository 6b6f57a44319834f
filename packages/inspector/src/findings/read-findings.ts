import { readFile } from "node:fs/promises";

import type { FindingView } from "../shared/view/finding-view.ts";
import { SourceFormatError } from "../source/source-format-error.ts";
import { SourceUnreadableError } from "../source/source-unreadable-error.ts";
import { findingLine } from "./finding-schema.ts";

/** Findings of each trajectory, by its id, in the order in which they were read. */
export type FindingsById = ReadonlyMap<string, readonly FindingView[]>;

const REMEDY = "Give files that `langgraph-rollback evaluate --attributor --findings` wrote.";

/**
 * Reads files of findings.
 *
 * @throws {SourceUnreadableError | SourceFormatError} if a file cannot be read, or a line is no finding
 */
export async function readFindings(files: readonly string[]): Promise<FindingsById> {
  const all = new Map<string, readonly FindingView[]>();
  for (const file of files)
    for (const [at, line] of (await readText(file))
      .replace(/^\uFEFF/, "")
      .split("\n")
      .entries()) {
      if (line.trim() === "") continue;
      const { finding, id } = findingIn(line, file, at + 1);
      all.set(id, [...(all.get(id) ?? []), finding]);
    }
  return all;
}

function findingIn(line: string, file: string, number: number) {
  const parsed = findingLine.safeParse(jsonIn(line));
  if (parsed.success) return parsed.data;
  const { message = "", path = [] } = parsed.error.issues[0] ?? {};
  const place = path.length === 0 ? "" : `, \`${path.map(String).join(".")}\``;
  throw new SourceFormatError(file, `line ${number}${place} is no finding: ${message}`, { remedy: REMEDY });
}

/** Of a line that is no JSON nothing, which is no finding either. */
function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SourceUnreadableError(file, reason, "Check the path and its permissions.");
  }
}
