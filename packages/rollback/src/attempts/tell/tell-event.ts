import { dispatchCustomEvent } from "@langchain/core/callbacks/dispatch/web";

import type { Attempt } from "../attempt/attempt.ts";
import { customChunk } from "../../streams/custom-chunk.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import type { RollbackEvent } from "../../setup/rollback-event.ts";

/**
 * @internal Tells of an event to `onEvent`, to the callbacks of the call (a custom event of that name, which
 * `streamEvents` shows) and to the reader of its stream (a `custom` chunk) or, if that did not ask for such chunks, of
 * the stream of the graph that runs around it. Of a run that is only observed, `onEvent` alone is told.
 */
export async function* tellEvent(
  context: RollbackContext,
  attempt: Attempt,
  event: RollbackEvent,
): AsyncGenerator<unknown, void> {
  try {
    context.options.onEvent(event);
  } catch {
    // A listener must not be able to alter the run.
  }
  // An observed run streams what it would stream by itself, and its callbacks hear nothing more.
  if (context.options.mode === "observe") return;
  try {
    await dispatchCustomEvent(event.type, event, attempt.config);
  } catch {
    // Nor must a callback handler.
  }
  const chunk = customChunk(attempt.config, event);
  if (chunk === undefined) return tellAround(attempt, event);
  attempt.config.chunkLog?.tell();
  attempt.config.chunkLog?.give();
  yield chunk.value;
}

function tellAround({ config }: Attempt, event: RollbackEvent): void {
  try {
    config.writer?.(event);
  } catch {
    // Its stream may have ended.
  }
}
