import { TrajectoryFormatError } from "@langgraph-rollback/attribution/trajectory";
import type { TraceReader, Unread } from "../imported.ts";
import type { JsonPart } from "../json-parts.ts";
import type { TraceFile } from "../trace-file.ts";

/**
 * A reader that throws where a file gives no run and a piece of it could not be read, with the place of the first such piece. A file in which
 * all could be read and no run has a step, such as a session that was closed at once, is told of.
 *
 * @param expected pieces of the format, in words
 */
export function throwingOnNothing(expected: string, read: TraceReader): TraceReader {
  return async function* (file, tell) {
    let unread: Unread | undefined;
    let begins: number | undefined;
    let hasRun = false;
    const heard: TraceFile = {
      ...file,
      parts: () => noting(file.parts(), ({ line }) => (begins ??= line)),
    };
    for await (const each of read(heard, (left) => {
      unread ??= left;
      tell(left);
    })) {
      hasRun = true;
      yield each;
    }
    if (hasRun) return;
    if (unread !== undefined)
      throw new TrajectoryFormatError({
        line: unread.line,
        field: unread.field,
        expected,
        actual: unread.reason,
        remedy: "Name the format that the file has with `--from`.",
      });
    if (begins !== undefined)
      tell({ line: begins, field: "", reason: "Expected a run with steps, got none." });
  };
}

async function* noting(
  parts: AsyncIterable<JsonPart>,
  note: (part: JsonPart) => void,
): AsyncGenerator<JsonPart> {
  for await (const part of parts) {
    note(part);
    yield part;
  }
}
