import { chunkLogOf } from "./chunk-log.ts";
import { withAttempts } from "./with-attempts.ts";

/**
 * The chunks of a stream that no rollback undid: what the attempt that stands has streamed, and the steps before it
 * that stayed.
 *
 * Nobody knows that an attempt will be rolled back while it streams. So all chunks are held until the run ends or
 * pauses for a human; only the rollback's own events pass at once. If the run ends with an exception, that is thrown
 * and nothing is given. A run that gave up without one has the chunks of the attempt that is returned, and at their end its values once more.
 *
 * @param stream what `stream` of a graph from `withRollback` resolved to
 * @throws {ForeignStreamError} if it is another stream
 */
export async function* keptChunks<Chunk>(stream: AsyncIterable<Chunk>): AsyncGenerator<Chunk, void> {
  const log = chunkLogOf(stream);
  const held = new Map<number, Chunk>();
  let standing = new Set<number>();
  for await (const item of withAttempts(stream)) {
    if (item.type === "rolled-back")
      standing = new Set([...standing].filter((index) => index < item.from).concat(item.except));
    else if (log.sourceOf(item.index) === "graph") {
      held.set(item.index, item.chunk);
      standing.add(item.index);
    } else {
      // Server-sent events tell of an exception rather than throw it.
      if (log.sourceOf(item.index) === "encoder") standing.clear();
      yield item.chunk;
    }
  }
  for (const [index, chunk] of held) if (standing.has(index)) yield chunk;
}
