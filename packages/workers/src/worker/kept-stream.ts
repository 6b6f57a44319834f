import { withAttempts } from "langgraph-rollback";

import type { RunEvent } from "../queue/watch.ts";
import type { Chunks, StoredChunk } from "../storage/chunks.ts";
import { pack } from "../values/packed.ts";

/** Room for the chunks of one start of a run. */
const ROOM = 1_000_000_000;
/** Milliseconds for which chunks are gathered. */
const GATHERS = 50;

/** One start of a run, whose chunks are kept while somebody watches. */
export interface KeptRun {
  readonly run: string;
  readonly start: number;
  readonly isWatched: () => boolean;
  readonly onError: (error: unknown) => void;
}

/**
 * @internal Reads a stream to its end, keeps its chunks while somebody watches, and gives the last values.
 *
 * @param stream of modes, "values" among them
 * @param modes  those whose chunks are kept
 */
export async function keptStream(
  stream: AsyncIterable<unknown>,
  modes: readonly string[],
  chunks: Chunks,
  { run, start, isWatched, onError }: KeptRun,
): Promise<unknown> {
  const gathered: StoredChunk[] = [];
  let output: unknown;
  let n = start * ROOM;
  let storing: Promise<void> = Promise.resolve();
  const store = (): void => {
    const now = gathered.splice(0);
    // That a chunk cannot be kept is no reason to fail: the output is in the run's own row.
    if (now.length > 0) storing = storing.then(() => chunks.store(run, now)).catch(onError);
  };
  const timer = setInterval(store, GATHERS);
  timer.unref();
  const keep = async (event: RunEvent): Promise<void> => {
    if (isWatched()) gathered.push({ n, item: await pack(event) });
    n += 1;
  };
  try {
    for await (const item of withAttempts(stream)) {
      if (item.type === "rolled-back") {
        const { attempt, from, except } = item;
        await keep({ type: "rolled-back", start, attempt, from, except });
        continue;
      }
      const { attempt, chunk, index } = item;
      const [mode, value]: readonly unknown[] = Array.isArray(chunk) ? chunk : [];
      if (mode === "values") output = value;
      if (modes.includes(String(mode))) await keep({ type: "chunk", start, attempt, index, chunk });
    }
  } finally {
    clearInterval(timer);
    store();
    await storing;
  }
  return output;
}
