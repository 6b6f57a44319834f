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
 * @param runsOf the runs that a value tells of, which begins on a line; each gets the value
 * @param nameOf run that one of these belongs to, once all values were seen. Default: itself
 */
export async function* valuesByRun(
  file: TraceFile,
  runsOf: (value: unknown, line: number) => readonly string[],
  tell: (unread: Unread) => void,
  nameOf: (run: string) => string = (run) => run,
): AsyncGenerator<RunValues> {
  const places = new Map<string, PartPlace[]>();
  for await (const part of file.parts()) {
    const read = jsonOrUnread(part, tell);
    if (read === undefined) continue;
    const { end, line, start } = part;
    for (const run of new Set(runsOf(read.value, line))) {
      const known = places.get(run);
      if (known === undefined) places.set(run, [{ end, line, start }]);
      else known.push({ end, line, start });
    }
  }
  let known = new Map<number, unknown>();
  for (const [run, parts] of joined(places, nameOf)) {
    // Values that the run before has too are not read again: one value may tell of many runs.
    const read = new Map<number, unknown>();
    const values: { value: unknown; line: number }[] = [];
    for (const place of parts) {
      const { line, start } = place;
      const value = known.has(start) ? known.get(start) : JSON.parse((await file.partAt(place)).text);
      read.set(start, value);
      values.push({ value, line });
    }
    known = read;
    yield { run, values };
  }
}

/** The places of runs by the names that they have in the end, each place once and in the order of the file. */
function joined(
  places: ReadonlyMap<string, readonly PartPlace[]>,
  nameOf: (run: string) => string,
): ReadonlyMap<string, readonly PartPlace[]> {
  const found = new Map<string, Map<number, PartPlace>>();
  for (const [run, parts] of places) {
    const name = nameOf(run);
    const own = found.get(name) ?? new Map<number, PartPlace>();
    found.set(name, own);
    for (const part of parts) own.set(part.start, part);
  }
  return new Map(
    [...found].map(([name, parts]) => [
      name,
      [...parts.values()].toSorted((one, other) => one.start - other.start),
    ]),
  );
}
