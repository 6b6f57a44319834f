import { chunkLogOf } from "./chunk-log.ts";

/** An item that {@link withAttempts} gives. */
export type AttemptChunk<Chunk> =
  | {
      readonly type: "chunk";
      /** The attempt that it belongs to, 1-based. */
      readonly attempt: number;
      /** Position in the stream, from 0. */
      readonly index: number;
      /** As LangGraph gives it for the stream mode. */
      readonly chunk: Chunk;
    }
  | {
      /** An attempt was rolled back. */
      readonly type: "rolled-back";
      readonly attempt: number;
      /** All chunks so far whose `index` is at least this are undone. The others come from steps that stay. */
      readonly from: number;
      /**
       * But for these: tokens of steps that stay, though they ran beside those undone or in the same subgraph. Where an earlier attempt is
       * returned because no attempt passed: the chunks of that one, which were told as undone before and stand again.
       */
      readonly except: readonly number[];
    };

/**
 * Tells which attempt each chunk of a stream belongs to, and which chunks a rollback undoes.
 *
 * Works the same for every stream mode, several at once, `subgraphs: true` and server-sent events; the chunks are
 * as they were. A step that ran beside those that are undone and stays is streamed again in `updates`; its tokens stay.
 *
 * @param stream what `stream` of a graph from `withRollback` resolved to
 * @example
 * for await (const item of withAttempts(await agent.stream(input, { streamMode: "messages" })))
 *   if (item.type === "rolled-back") screen.strikeOut(item.from, item.except);
 *   else screen.show(item.index, item.chunk);
 * @throws {ForeignStreamError} if it is another stream
 */
export async function* withAttempts<Chunk>(
  stream: AsyncIterable<Chunk>,
): AsyncGenerator<AttemptChunk<Chunk>, void> {
  const { notes } = chunkLogOf(stream);
  let [index, read, attempt] = [0, 0, 1];
  const passed = function* (): Generator<AttemptChunk<Chunk>, void> {
    for (; ; read += 1) {
      const note = notes[read];
      if (note === undefined || note.at > index) return;
      if (note.type === "attempt") attempt = note.attempt;
      else yield { type: "rolled-back", attempt: note.attempt, from: note.from, except: note.except };
    }
  };
  for await (const chunk of stream) {
    yield* passed();
    yield { type: "chunk", attempt, index, chunk };
    index += 1;
  }
  yield* passed();
}
