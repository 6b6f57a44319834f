import { setTimeout as sleep } from "node:timers/promises";

/**
 * @internal Does something again and again, with a pause after each time, until it is stopped.
 *
 * @param seconds pause between the end of one time and the start of the next
 * @param onError told of what a time throws; the next one comes all the same
 */
export async function rounds(
  seconds: number,
  work: () => Promise<void>,
  { signal, onError }: { readonly signal: AbortSignal; readonly onError: (error: Error) => void },
): Promise<void> {
  while (!signal.aborted) {
    try {
      await work();
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)));
    }
    await sleep(seconds * 1000, undefined, { signal, ref: false }).catch(() => {
      // Stopped.
    });
  }
}
