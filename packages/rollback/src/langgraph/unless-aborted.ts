import { onAbort } from "./on-abort.ts";

/**
 * @internal The result of the work, or the signal's reason as soon as it aborts. The work itself continues, and its result is ignored.
 * @throws the signal's reason
 */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  let abort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
  });
  if (signal.aborted) abort();
  const stop = onAbort(signal, abort);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    stop();
  }
}
