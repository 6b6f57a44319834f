import { quotable } from "../shared/words/quotable.ts";

/** A database has no tables of a LangGraph checkpointer. */
export class NoCheckpointsError extends Error {
  override readonly name = "NoCheckpointsError";
  readonly code = "NO_CHECKPOINTS";
  /** A file's path, or a database without its password. */
  readonly where: string;

  constructor(where: string, whatToCheck: string) {
    super(
      `${quotable(where)} holds no checkpoints: it has no tables of a LangGraph checkpointer. ` +
        `Run the agent once with a checkpointer that writes there, or check ${whatToCheck}.`,
    );
    this.where = quotable(where);
  }
}
