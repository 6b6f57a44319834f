import { candidates } from "../shared/listing/listed-threads.ts";
import type { Filter } from "../shared/listing/thread-list.ts";
import type { ThreadSummary } from "../shared/view/thread-summary.ts";
import type { ThreadSource } from "../source/thread-source.ts";

/** Threads that are asked for at first; each further time, four times as many. */
const FIRST = 100;

/**
 * The latest threads that pass a filter, latest first.
 *
 * @param choice `since`: decided at this moment or later, ISO 8601; `limit`: at most so many
 * @returns whether there may be more, beside the threads
 */
export async function chosenThreads(
  source: ThreadSource,
  {
    filter = "all",
    limit,
    since,
  }: { readonly filter?: Filter | undefined; readonly limit: number; readonly since?: string | undefined },
): Promise<{ readonly threads: readonly ThreadSummary[]; readonly more: boolean }> {
  const isOfAll = filter === "all" && since === undefined;
  for (let asked = isOfAll ? limit : Math.max(FIRST, limit); ; asked *= 4) {
    const { more, threads } = await source.list(asked);
    const chosen = candidates(threads, { filter, since, from: 0, count: limit }, new Set());
    if (chosen.length > limit || !more || isOfAll)
      return { threads: chosen.slice(0, limit), more: more || chosen.length > limit };
  }
}
