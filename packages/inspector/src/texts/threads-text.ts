import { displayWidth } from "../shared/words/display-width.ts";
import { plainLine } from "../shared/words/plain-line.ts";
import type { ThreadSummary } from "../shared/view/thread-summary.ts";

/** Columns of an id: a UUID is whole, longer ones are cut. */
const LONGEST_ID = 36;

const HEAD = ["thread", "status", "attempts", "decided (UTC)"] as const;

/**
 * Threads as a table for a terminal: one line each with id, status, attempts and time, and below it why the first attempt failed, or else the task.
 *
 * @param width columns that no line goes beyond, at least 80
 */
export function threadsText(threads: readonly ThreadSummary[], width: number): string {
  const rows = [HEAD, ...threads.map(rowOf)];
  const wide = HEAD.map((_, column) =>
    rows.reduce((most, row) => Math.max(most, displayWidth(row[column] ?? "")), 0),
  );
  const lines = rows.flatMap((row, place) => {
    const cells = row.map((cell, column) => padded(cell, wide[column] ?? 0, column === 2));
    const thread = place === 0 ? undefined : threads[place - 1];
    const about = thread === undefined ? "" : plainLine(thread.reason ?? thread.task, width - 4);
    return [cells.join("  ").trimEnd(), ...(about === "" ? [] : [`    ${about}`])];
  });
  return lines.join("\n");
}

type Row = readonly [string, string, string, string];

function rowOf({ attempts, id, status, updatedAt }: ThreadSummary): Row {
  return [plainLine(id, LONGEST_ID) || '""', status, `${attempts}`, minuteOf(updatedAt)];
}

/** "2026-11-28 18:31"; "-" where no decision has been taken. */
export function minuteOf(iso: string | undefined): string {
  return iso === undefined ? "-" : plainLine(iso, 100).slice(0, 16).replace("T", " ");
}

function padded(cell: string, width: number, isRight: boolean): string {
  const room = " ".repeat(Math.max(0, width - displayWidth(cell)));
  return isRight ? `${room}${cell}` : `${cell}${room}`;
}
