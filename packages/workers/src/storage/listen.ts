import type { Place } from "./place.ts";

/** @internal A way to hear of changes to runs, over one connection of the process. */
export interface Listener {
  /** Calls back when a run has changed, or when changes may have been missed. Gives a function that ends it. */
  on(run: string, hear: () => void): () => void;
  /** Calls back with each message. */
  onAny(hear: (message: string) => void): () => void;
  close(): Promise<void>;
}

/** @internal Listens where the database can; elsewhere nothing is heard, and who waits has to look. */
export async function listen({ channel, db, onError }: Place): Promise<Listener> {
  const byRun = new Map<string, Set<() => void>>();
  const any = new Set<(message: string) => void>();
  const heard = (message: string): void => {
    for (const hear of any) hear(message);
    for (const hear of byRun.get(message) ?? []) hear();
  };
  const missed = (): void => {
    for (const hears of byRun.values()) for (const hear of hears) hear();
  };
  let handle: { close(): Promise<void> } | undefined;
  try {
    handle = await db.listen?.(channel, heard, missed);
  } catch (error) {
    onError(error instanceof Error ? error : new Error(String(error)));
  }
  return {
    on: (run, hear) => {
      const hears = byRun.get(run) ?? new Set();
      byRun.set(run, hears.add(hear));
      return () => {
        hears.delete(hear);
        if (hears.size === 0) byRun.delete(run);
      };
    },
    onAny: (hear) => {
      any.add(hear);
      return () => any.delete(hear);
    },
    close: async () => handle?.close(),
  };
}
