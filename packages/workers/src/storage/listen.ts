import type { Place } from "./place.ts";

/** @internal A way to hear of changes to runs, over one connection of the process. */
export interface Listener {
  /** Calls back when a run has changed, or when changes may have been missed. Gives a function that ends it. */
  on(run: string, hear: () => void): () => void;
  close(): Promise<void>;
}

/** @internal Listens to changes of runs. */
export async function listenToRuns(place: Place): Promise<Listener> {
  const byRun = new Map<string, Set<() => void>>();
  const listening = await listen(place, place.channels.runs, {
    heard: (run) => {
      for (const hear of byRun.get(run) ?? []) hear();
    },
    missed: () => {
      for (const hears of byRun.values()) for (const hear of hears) hear();
    },
  });
  return {
    on: (run, hear) => {
      const hears = byRun.get(run) ?? new Set();
      byRun.set(run, hears.add(hear));
      return () => {
        hears.delete(hear);
        if (hears.size === 0) byRun.delete(run);
      };
    },
    close: listening.close,
  };
}

/** @internal Listens to requests to workers. Who misses one finds it by looking. */
export const listenToRequests = (
  place: Place,
  ask: { readonly watch: (run: string) => void; readonly cancel: (run: string) => void },
): Promise<Pick<Listener, "close">> =>
  listen(place, place.channels.workers, {
    heard: (message) => {
      const [kind, run = ""] = message.split(":");
      if (kind === "watch" || kind === "cancel") ask[kind](run);
    },
    missed: () => {},
  });

/** Listens where the database can; elsewhere nothing is heard, and who waits has to look. */
async function listen(
  { db, onError }: Place,
  channel: string,
  { heard, missed }: { readonly heard: (message: string) => void; readonly missed: () => void },
): Promise<Pick<Listener, "close">> {
  let handle: { close(): Promise<void> } | undefined;
  try {
    handle = await db.listen?.(channel, heard, missed);
  } catch (error) {
    onError(error instanceof Error ? error : new Error(String(error)));
  }
  return { close: async () => handle?.close() };
}
