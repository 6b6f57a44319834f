import { chunkLogOf } from "./chunk-log.ts";
import { withAttempts } from "./with-attempts.ts";

/**
 * The chunks of a stream that no rollback undid: what the attempt that stands has streamed, and the steps before it
 * that stayed.
 *
 * Nobody knows that an attempt will be rolled back while it streams. So all chunks are held until the run ends or
 * pauses for a human; only the rollback's own events pass at once. If the run ends with an exception, that is thrown
 * and nothing is given. A run that gave up without one has the last attempt's chunks, as `invoke` has its output.
 *
 * @param stream what `stream` of a graph from `withRollback` resolved to
 * @throws {ForeignStreamError} if it is another stream
 */
export async function* keptChunks<Chunk>(stream: AsyncIterable<Chunk>): AsyncGenerator<Chunk, void> {
  const log = chunkLogOf(stream);
  let held: { readonly index: number; readonly chunk: Chunk }[] = [];
  for await (const item of withAttempts(stream)) {
    if (item.type === "rolled-back")
      held = held.filter(({ index }) => index < item.from || item.except.includes(index));
    else if (log.sourceOf(item.index) === "graph") held.push(item);
    else {
      // Server-sent events tell of an exception rather than throw it.
      if (log.sourceOf(item.index) === "encoder") held = [];
      yield item.chunk;
    }
  }
  for (const { chunk } of held) yield chunk;
}
