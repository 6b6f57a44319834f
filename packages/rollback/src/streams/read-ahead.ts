/**
 * @internal Takes chunks as they come, whenever their reader asks for them. A stream that fails drops what nobody has taken yet: LangGraph's last chunks
 * before an exception are lost to a reader that is a moment late.
 */
export async function* readAhead<T>(chunks: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  const taken: T[] = [];
  const taking = { isOver: false, wake: () => {} };
  const take = (chunk: T): void => {
    taken.push(chunk);
    taking.wake();
  };
  const all = takeAll(chunks, take).finally(() => {
    taking.isOver = true;
    taking.wake();
  });
  // Thrown where it is awaited; a reader that has gone hears of no exception.
  all.catch(() => {});
  try {
    for (;;) {
      for (const chunk of taken.splice(0)) yield chunk;
      if (taken.length > 0) continue;
      if (taking.isOver) return await all;
      await new Promise<void>((resolve) => {
        taking.wake = resolve;
      });
    }
  } finally {
    // Not awaited: it would wait for the pending chunk.
    if (!taking.isOver) chunks.return().catch(() => {});
  }
}

async function takeAll<T>(chunks: AsyncGenerator<T, void>, take: (chunk: T) => void): Promise<void> {
  for await (const chunk of chunks) take(chunk);
}

interface Cancellable {
  return(): Promise<unknown>;
  cancel(): Promise<void>;
}

/**
 * @internal Makes a stream's run stop when its reader does. After a `break` LangGraph continues in the background, and nobody takes its chunks any
 * more. Only `cancel` aborts it.
 */
export function stopWithReader<S>(stream: S): S {
  if (!isCancellable(stream)) return stream;
  const end = stream.return.bind(stream);
  stream.return = async () => {
    const ended = await end();
    await stream.cancel().catch(() => {
      // It had ended already.
    });
    return ended;
  };
  return stream;
}

function isCancellable(stream: unknown): stream is Cancellable {
  return typeof stream === "object" && stream !== null && "return" in stream && "cancel" in stream;
}
