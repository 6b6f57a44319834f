import type { ThreadView } from "../shared/view/thread-view.ts";
import { type Remembered, rememberedBy } from "./remembered-by.ts";
import type { ThreadSource } from "./thread-source.ts";

/** More than anybody looks through. */
const THREADS = 10_000;

/**
 * Remembers facts about each thread of a source: a few facts, as steps are too many to keep. Those who label or look on ask again and again, and few
 * threads have changed by then: those that have not are not read again.
 *
 * @param of what is made of a thread; of one that is gone, of a thread without runs
 */
export function rememberedThreads<Value>(
  of: (thread: ThreadView) => Value,
): (source: ThreadSource) => Remembered<Value> {
  const remembered = new WeakMap<ThreadSource, Remembered<Value>>();
  return (source) => {
    const known = remembered.get(source);
    if (known !== undefined) return known;
    const values = rememberedBy<Value>(
      THREADS,
      (id) => source.version(id),
      async (id) => of((await source.thread(id)) ?? { id, runs: [] }),
    );
    remembered.set(source, values);
    return values;
  };
}
