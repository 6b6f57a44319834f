/** Functions that are called once a signal aborts. */
interface Heard {
  readonly calls: Set<() => void>;
  readonly listener: () => void;
}

const heardBySignal = new WeakMap<AbortSignal, Heard>();

/**
 * @internal Calls a function once a signal aborts. The functions of a signal share one listener: Node warns of a memory leak where a signal has more than
 * ten, and a superstep often has more tool calls.
 *
 * @returns stops that
 */
export function onAbort(signal: AbortSignal, call: () => void): () => void {
  const heard = heardBySignal.get(signal) ?? listenTo(signal);
  heard.calls.add(call);
  return () => {
    heard.calls.delete(call);
    if (heard.calls.size > 0) return;
    signal.removeEventListener("abort", heard.listener);
    heardBySignal.delete(signal);
  };
}

function listenTo(signal: AbortSignal): Heard {
  const calls = new Set<() => void>();
  const listener = (): void => {
    for (const call of calls) call();
  };
  signal.addEventListener("abort", listener, { once: true });
  const heard = { calls, listener };
  heardBySignal.set(signal, heard);
  return heard;
}

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
