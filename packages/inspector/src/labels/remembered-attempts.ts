import type { Remembered } from "../source/remembered-by.ts";
import { rememberedThreads } from "../source/remembered-threads.ts";
import type { ThreadSource } from "../source/thread-source.ts";
import type { AttemptView } from "../shared/view/thread-view.ts";
import { type AttemptBrief, briefOf } from "./attempt-brief.ts";

/** Reads the attempts of threads that are meant. */
export function rememberedAttempts(
  isMeant: (attempt: AttemptView) => boolean,
): (source: ThreadSource) => Remembered<readonly AttemptBrief[]> {
  return rememberedThreads(({ id, runs }) =>
    runs.flatMap((run) => run.attempts.filter(isMeant).map((view) => briefOf(id, run, view))),
  );
}
