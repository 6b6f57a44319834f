import { randomUUID } from "node:crypto";

import type { Place } from "../storage/place.ts";

/** Milliseconds for which a message is waited for. It takes one or two where it arrives at all. */
const PATIENCE = 10_000;

/** @internal Whether a message of one connection reaches another that listens, by the address of the queue. */
export async function hearsNotify({ db, schema }: Place): Promise<boolean> {
  const channel = `${schema}_heard_${randomUUID().slice(0, 8)}`;
  const heard = new AbortController();
  let handle: { close(): Promise<void> } | undefined;
  try {
    handle = await db.listen?.(
      channel,
      () => heard.abort(),
      () => {},
    );
    if (handle === undefined) return false;
    await db.executeSql("SELECT pg_notify($1, '')", [channel]);
    return await abortedWithin(heard.signal, PATIENCE);
  } catch {
    // A pooler may refuse it.
    return false;
  } finally {
    await handle?.close();
  }
}

const abortedWithin = (signal: AbortSignal, milliseconds: number): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(signal.aborted), milliseconds);
    const hear = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    if (signal.aborted) hear();
    else signal.addEventListener("abort", hear, { once: true });
  });
