import { counted } from "../shared/words/counted.ts";
import { oneLine } from "../shared/words/shortened.ts";
import type { ThreadSource } from "../source/thread-source.ts";
import type { FindingsById } from "./read-findings.ts";

/** Trajectories that the sentence names, and characters of an id. */
const NAMED = 5;
const ID = 80;

/** Findings of trajectories whose threads the source does not hold, as a sentence; `undefined` if there are none. */
export async function findingsElsewhere(
  findings: FindingsById,
  source: Pick<ThreadSource, "name" | "thread">,
): Promise<string | undefined> {
  const missing: string[] = [];
  let count = 0;
  for (const [id, each] of findings) {
    if (await isHeld(id, source)) continue;
    missing.push(`"${oneLine(id, ID)}"`);
    count += each.length;
  }
  if (count === 0) return undefined;
  const named = missing.slice(0, NAMED);
  if (missing.length > NAMED) named.push(`${missing.length - NAMED} more`);
  return `${counted(count, "finding")} not shown, of trajectories that ${source.name} does not hold: ${named.join(", ")}.`;
}

/** A trajectory of a database is called by its thread and its newest checkpoint, one of a file by itself. */
async function isHeld(id: string, source: Pick<ThreadSource, "thread">): Promise<boolean> {
  const end = id.lastIndexOf(":");
  const threads = end < 0 ? [id] : [id.slice(0, end), id];
  for (const thread of threads) if ((await source.thread(thread)) !== undefined) return true;
  return false;
}
