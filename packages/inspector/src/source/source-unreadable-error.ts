import { sentence } from "@langgraph-rollback/attribution/trajectory";
import { quotable } from "../shared/words/quotable.ts";

/** The source that was to be shown cannot be read: there is no such file, or no server that answers and lets one in. */
export class SourceUnreadableError extends Error {
  override readonly name = "SourceUnreadableError";
  readonly code = "SOURCE_UNREADABLE";
  /** A file's path, or a database without its password. */
  readonly where: string;

  constructor(where: string, reason: string, remedy: string) {
    super(`Could not read ${quotable(where)}: ${sentence(quotable(reason))} ${remedy}`);
    this.where = quotable(where);
  }
}
