import { type Remembered, rememberedBy } from "../source/remembered-by.ts";
import type { ThreadSource } from "../source/thread-source.ts";
import type { AttemptView } from "../shared/view/thread-view.ts";
import { type AttemptBrief, briefOf } from "./attempt-brief.ts";

/** More than anybody looks through. */
const THREADS = 10_000;

/**
 * Reads the attempts of threads that are meant. Whoever labels asks after every label, and few threads have changed by then: those that
 * have not are not read again.
 */
export function rememberedAttempts(
  isMeant: (attempt: AttemptView) => boolean,
): (source: ThreadSource) => Remembered<readonly AttemptBrief[]> {
  const remembered = new WeakMap<ThreadSource, Remembered<readonly AttemptBrief[]>>();
  return (source) => {
    const known = remembered.get(source);
    if (known !== undefined) return known;
    const attempts = rememberedBy(
      THREADS,
      (id) => source.version(id),
      (id) => attemptsOf(source, id, isMeant),
    );
    remembered.set(source, attempts);
    return attempts;
  };
}

async function attemptsOf(
  source: ThreadSource,
  thread: string,
  isMeant: (attempt: AttemptView) => boolean,
): Promise<readonly AttemptBrief[]> {
  const { runs } = (await source.thread(thread)) ?? { runs: [] };
  return runs.flatMap((run) => run.attempts.filter(isMeant).map((view) => briefOf(thread, run, view)));
}
