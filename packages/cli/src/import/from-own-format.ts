import { parseLabelledTraces } from "@langgraph-rollback/attribution/trajectory";
import { groundTruthOf } from "../data/ground-truth.ts";
import type { Imported, ImportedFile } from "../formats/imported.ts";

/** Our own lines, and labelled traces in the form of `parseLabelledTraces`, with the right answer where a line has it. */
export function fromOwnFormat({ text }: ImportedFile): readonly Imported[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return parseLabelledTraces(text).map((trajectory, index) => ({
    trajectory,
    ...groundTruthOf(lines[index] ?? "{}"),
  }));
}
