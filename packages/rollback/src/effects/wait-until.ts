/**
 * @internal Waits until something has ended, a time at most.
 *
 * @returns whether it has ended
 * @throws the signal's reason, once it aborts
 */
export async function waitUntil(
  ended: Promise<unknown> | undefined,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  signal?.throwIfAborted();
  let over = (): void => {};
  const passed = new Promise<false>((resolve) => {
    over = () => resolve(false);
  });
  const timer = setTimeout(over, milliseconds);
  signal?.addEventListener("abort", over, { once: true });
  let hasEnded: boolean;
  try {
    hasEnded = await Promise.race([passed, ...(ended === undefined ? [] : [ended.then(() => true)])]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", over);
  }
  signal?.throwIfAborted();
  return hasEnded;
}
