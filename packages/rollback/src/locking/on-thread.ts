import { entered } from "../langgraph/isolate.ts";
import { takeThread, type HeldLease, type ThreadHolding } from "./take-thread.ts";

/**
 * @internal Streams a run with its thread taken, from before the first chunk to after the last. A run that is aborted gives
 * its thread back at once: its reader may be gone, and never ask for the chunk that would let it end.
 *
 * @throws {ThreadBusyError} if another run has the thread and the lock does not wait
 */
export async function* onThread(
  holding: ThreadHolding,
  { threadId, signal }: { readonly threadId: string; readonly signal: AbortSignal | undefined },
  run: (lease: HeldLease) => AsyncGenerator<unknown, unknown>,
): AsyncGenerator<unknown, unknown> {
  const thread = await takeThread(holding, threadId, signal);
  const running = entered(thread.enter, () => run(thread.lease));
  let left: Promise<void> | undefined;
  const leave = async (): Promise<void> => {
    // How the run ends is told to its reader.
    await Promise.allSettled([running.return(undefined)]);
    await thread.release();
  };
  const abort = (): void => void (left ??= leave());
  signal?.addEventListener("abort", abort, { once: true });
  try {
    const output = yield* running;
    if (left !== undefined) signal?.throwIfAborted();
    return output;
  } finally {
    signal?.removeEventListener("abort", abort);
    await (left ??= leave());
  }
}
