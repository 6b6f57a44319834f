import { isEffectError } from "./is-effect-error.ts";
import { NothingToRunError } from "./nothing-to-run-error.ts";
import { QuestionDroppedError } from "./question-dropped-error.ts";
import { RollbackUnfinishedError } from "./rollback-unfinished-error.ts";
import { ThreadLockLostError } from "./thread-lock-lost-error.ts";
import { ThreadMovedError } from "./thread-moved-error.ts";

/** @internal Whether an error says how a thread stands: to try again changes nothing, and the graph must not run in spite of it. */
export const isFinalError = (error: unknown): boolean =>
  error instanceof ThreadMovedError ||
  error instanceof ThreadLockLostError ||
  error instanceof RollbackUnfinishedError ||
  error instanceof QuestionDroppedError ||
  error instanceof NothingToRunError ||
  isEffectError(error);
