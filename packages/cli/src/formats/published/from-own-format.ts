import { parseLabelledTraces } from "@langgraph-rollback/attribution/trajectory";
import { groundTruthOf } from "../ground-truth.ts";
import { originOf } from "../import-origin.ts";
import type { Imported, ImportedFile } from "../imported.ts";

/** Our own lines, and labelled traces in the form of `parseLabelledTraces`, with what stands beside them. */
export function fromOwnFormat({ text }: ImportedFile): readonly Imported[] {
  const lines = text.split("\n").filter((line) => line.replace(/^\uFEFF/, "").trim() !== "");
  return parseLabelledTraces(text).map((trajectory, index) => ({
    trajectory,
    ...groundTruthOf(lines[index] ?? "{}"),
    ...originOf(lines[index] ?? "{}"),
  }));
}

/** Whether a value is a trajectory, or a labelled trace. */
export function isOwnFormat(first: unknown): boolean {
  return typeof first === "object" && first !== null && "steps" in first && "task" in first;
}
