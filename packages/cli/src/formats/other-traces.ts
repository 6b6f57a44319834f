import path from "node:path";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { fromWhoAndWhen } from "./from-who-and-when.ts";

/** Keys of Who&When that no other layout has. */
const WHO_AND_WHEN = [/"history"\s*:/, /"mistake_(?:agent|step)"\s*:/, /"question"\s*:/];

/**
 * Reads a file of Who&When in its published layout: it opens without being imported.
 *
 * @returns `undefined` for a text of another layout
 * @throws {TrajectoryFormatError} on a damaged one
 */
export function otherTraces(text: string, file: string): readonly Trajectory[] | undefined {
  if (!WHO_AND_WHEN.every((key) => key.test(text)) || /"langgraph-rollback\/trajectory"/.test(text))
    return undefined;
  return fromWhoAndWhen({ text, stem: path.parse(file).name }).map(({ trajectory }) => trajectory);
}
