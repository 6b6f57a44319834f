import { jsonOrUnread } from "./json-or-unread.ts";
import type { PartPlace } from "./json-parts.ts";
import type { Unread } from "./imported.ts";
import type { TraceFile } from "./trace-file.ts";

/** One run's values, wherever they stand in the file. */
export interface RunValues {
  readonly run: string;
  readonly values: readonly { readonly value: unknown; readonly line: number }[];
}

/**
 * The values of a file run by run, in the order in which the runs begin. Reads the file twice: once for the places of each
 * run's values, then one run at a time, so that memory is bounded by the largest run.
 *
 * @param runsOf the runs that a value tells of; each gets the value
 */
export async function* valuesByRun(
  file: TraceFile,
  runsOf: (value: unknown) => readonly string[],
  tell: (unread: Unread) => void,
): AsyncGenerator<RunValues> {
  const places = new Map<string, PartPlace[]>();
  for await (const part of file.parts()) {
    const read = jsonOrUnread(part, tell);
    if (read === undefined) continue;
    const { end, line, start } = part;
    for (const run of new Set(runsOf(read.value))) {
      const known = places.get(run);
      if (known === undefined) places.set(run, [{ end, line, start }]);
      else known.push({ end, line, start });
    }
  }
  for (const [run, parts] of places) {
    const values: { value: unknown; line: number }[] = [];
    for (const place of parts)
      values.push({ value: JSON.parse((await file.partAt(place)).text), line: place.line });
    yield { run, values };
  }
}
