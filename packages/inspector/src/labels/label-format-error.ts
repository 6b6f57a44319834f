import { sentence } from "@langgraph-rollback/attribution/trajectory";
import { quotable } from "../shared/words/quotable.ts";

/** A stored label cannot be read: damaged, altered by hand, or written by a newer version. */
export class LabelFormatError extends Error {
  override readonly name = "LabelFormatError";
  readonly code = "LABEL_FORMAT";
  /** Place of the label: a file and its line, or a thread. */
  readonly where: string;

  constructor(where: string, fault: string, options?: ErrorOptions) {
    super(
      `Label (${quotable(where)}): ${sentence(quotable(fault))} If a newer version wrote it, upgrade; otherwise restore or remove the entry.`,
      options,
    );
    this.where = where;
  }
}
