import { counted } from "../shared/words/counted.ts";
import { oneLine } from "../shared/words/shortened.ts";
import type { ThreadSource } from "../source/thread-source.ts";
import type { ReplaysByThread } from "./read-replays.ts";

/** Threads whose summaries are read to find those of the replays. The list of the page begins with as many. */
const LISTED = 1000;

/** Threads that the sentence names, and characters of an id. */
const NAMED = 5;
const ID = 80;

/** Replays of threads that the source does not hold, as a sentence; `undefined` if there are none. */
export async function replaysElsewhere(
  replays: ReplaysByThread,
  source: ThreadSource,
): Promise<string | undefined> {
  if (replays.size === 0) return undefined;
  const listed = new Set((await source.list(LISTED)).threads.map(({ id }) => id));
  const missing: string[] = [];
  let count = 0;
  for (const [thread, each] of replays) {
    if (listed.has(thread) || (await source.thread(thread)) !== undefined) continue;
    missing.push(`"${oneLine(thread, ID)}"`);
    count += each.length;
  }
  if (count === 0) return undefined;
  const named = missing.slice(0, NAMED);
  if (missing.length > NAMED) named.push(`${missing.length - NAMED} more`);
  return `${counted(count, "replay")} not shown, of threads that ${source.name} does not hold: ${named.join(", ")}.`;
}
