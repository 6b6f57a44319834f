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
