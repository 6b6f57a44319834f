import { z } from "zod";

import { LabelFormatError } from "./label-format-error.ts";
import { labelSchema } from "./label-schema.ts";
import type { Label } from "../shared/labels/label.ts";

const HEADER = { format: "langgraph-rollback/label", version: 1 } as const;

/** Entry of a store, one after the other: a label, or that one no longer stands. */
export type LabelEntry = typeof HEADER &
  (
    | { readonly kind: "label"; readonly label: Label }
    | { readonly kind: "retraction"; readonly id: string; readonly at: string }
  );

const header = { format: z.literal(HEADER.format), version: z.literal(HEADER.version) };

const entrySchema: z.ZodType<LabelEntry> = z.discriminatedUnion("kind", [
  z.object({ ...header, kind: z.literal("label"), label: labelSchema }),
  z.object({ ...header, kind: z.literal("retraction"), id: z.string().min(1), at: z.iso.datetime() }),
]);

/** The entry that adds a label, checked. @throws {LabelFormatError} if it could not be read back */
export function labelEntry(label: Label): LabelEntry {
  return checkEntry({ ...HEADER, kind: "label", label }, `of thread "${label.thread}"`);
}

/** The entry that takes a label back. */
export function retractionEntry(id: string, at: string): LabelEntry {
  return { ...HEADER, kind: "retraction", id, at };
}

/**
 * Checks an entry that a store gave back.
 *
 * @param where for the message
 * @throws {LabelFormatError} on another format or version, and on anything that does not fit
 */
export function checkEntry(value: unknown, where: string): LabelEntry {
  // The version first: a newer one may have kinds of entries that this one takes for faults.
  fit(z.object(header), value, where);
  return fit(entrySchema, value, where);
}

function fit<Value>(schema: z.ZodType<Value>, value: unknown, where: string): Value {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.map(String).join(".") ?? "";
  throw new LabelFormatError(where, `\`${field}\`: ${issue?.message ?? "no label"}`, { cause: result.error });
}

/** The labels that no entry takes back, in the order of the entries. */
export function standingLabels(entries: readonly LabelEntry[]): readonly Label[] {
  const retracted = new Set(entries.flatMap((entry) => (entry.kind === "retraction" ? [entry.id] : [])));
  return entries.flatMap((entry) =>
    entry.kind === "label" && !retracted.has(entry.label.id) ? [entry.label] : [],
  );
}
