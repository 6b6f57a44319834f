/**
 * @internal Gives something a time limit. Work that continues after it is ignored.
 *
 * @param late why it is given up then
 * @throws the signal's reason, if that aborts first
 */
export async function inTime<T>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  late: () => Error,
  work: (signal: AbortSignal) => T | Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(late()), milliseconds);
  const within = signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]);
  try {
    return await Promise.race([Promise.resolve(work(within)), aborted(within)]);
  } finally {
    clearTimeout(timer);
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
