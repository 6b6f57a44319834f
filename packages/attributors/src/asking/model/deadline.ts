/** @internal Milliseconds that one call may take where nobody says. */
export const DEFAULT_TIMEOUT = 120_000;

/** @internal One call took longer than it may. */
export class CallTimeoutError extends Error {
  override readonly name = "CallTimeoutError";
  readonly code = "CALL_TIMEOUT";

  constructor(timeout: number) {
    super(`The endpoint did not answer within ${timeout} ms (\`timeout\`).`);
  }
}

/**
 * @internal Runs a call that ends with `signal`, and after `timeout` milliseconds, whether or not the call listens.
 *
 * @throws {CallTimeoutError}
 * @throws the signal's reason once it is aborted
 */
export async function withDeadline<T>(
  timeout: number,
  signal: AbortSignal | undefined,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const stop = (): void => controller.abort(signal?.reason);
  const timer = setTimeout(() => controller.abort(new CallTimeoutError(timeout)), timeout);
  signal?.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([rejectedWith(controller.signal), call(controller.signal)]);
  } catch (error) {
    // Clients wrap the reason in errors of their own.
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

function rejectedWith(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
