import { TrajectoryFormatError } from "@langgraph-rollback/attribution/trajectory";
import type { TraceReader, Unread } from "../imported.ts";

/**
 * A reader that throws where a file has values and none is a run, with the place of the first piece that could not be read.
 *
 * @param expected a file of the format, in words
 */
export function throwingOnNothing(expected: string, read: TraceReader): TraceReader {
  return async function* (file, tell) {
    let first: Unread | undefined;
    let hasRun = false;
    for await (const each of read(file, (unread) => {
      first ??= unread;
      tell(unread);
    })) {
      hasRun = true;
      yield each;
    }
    if (hasRun || first === undefined) return;
    throw new TrajectoryFormatError({
      line: first.line,
      field: first.field,
      expected,
      actual: first.reason,
      remedy: "Name the format that the file has with `--from`.",
    });
  };
}
