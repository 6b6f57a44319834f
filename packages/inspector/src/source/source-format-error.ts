import { sentence } from "@langgraph-rollback/attribution/trajectory";
import { quotable } from "../shared/words/quotable.ts";

const REMEDY =
  "Give a SQLite file or a postgresql:// address that a LangGraph checkpointer writes to, or .jsonl files of trajectories.";

/** The source that was to be shown is neither a database of checkpoints nor a file of trajectories, or is a damaged one. */
export class SourceFormatError extends Error {
  override readonly name = "SourceFormatError";
  readonly code = "SOURCE_FORMAT";
  /** A file's path, or a database without its password. */
  readonly where: string;

  constructor(
    where: string,
    fault: string,
    { remedy = REMEDY, ...options }: ErrorOptions & { readonly remedy?: string } = {},
  ) {
    super(`Cannot show ${quotable(where)}: ${sentence(quotable(fault))} ${remedy}`, options);
    this.where = quotable(where);
  }
}
