import { printable } from "@langgraph-rollback/inspector/shared";
import type { PruneReport } from "langgraph-rollback";

import { plainTable } from "../terminal/plain-table.ts";

type Losses = PruneReport["pruned"][number]["losses"];

/** Why a thread was left, in words. */
const REASONS: Readonly<Record<PruneReport["left"][number]["reason"], string>> = {
  paused: "waits for a human",
  asked: "waits for the approval of a rollback",
  undoing: "has a rollback that is not completed",
  holding: "holds acts that are not released",
  busy: "has a run that has not ended, or was written to just now",
  unreadable: "cannot be read",
};

/** A report for people. */
export function pruneText({ after, before, deleted, isDryRun, left, pruned }: PruneReport): string {
  const whole = pruned.filter(({ isDeleted }) => isDeleted).length;
  const parts = [
    pruned.length === 0
      ? "There is nothing to delete."
      : `${isDryRun ? "Would delete" : "Deleted"} from ${count(pruned.length - whole, "thread")}, and ${count(whole, "whole thread")}:`,
  ];
  if (pruned.length > 0) {
    const table = plainTable(["table", "rows", "bytes"]);
    for (const [name, { bytes, rows }] of Object.entries(deleted))
      table.push([name, grouped(rows), grouped(bytes)]);
    parts.push(
      table.toString(),
      lossText(
        pruned.map(({ losses }) => losses),
        isDryRun,
      ),
    );
  }
  if (before !== undefined) parts.push(sizeText(before, after));
  for (const { reason, threadId } of left)
    parts.push(printable(`Left alone: thread "${threadId}" ${REASONS[reason]}.`));
  return parts.filter((part) => part !== "").join("\n");
}

type Size = NonNullable<PruneReport["before"]>;

function sizeText(before: Size, after: Size | undefined): string {
  const change = (figure: "live" | "disk"): string =>
    after === undefined
      ? `${grouped(before[figure])} now`
      : `${grouped(before[figure])} before, ${grouped(after[figure])} after`;
  return [`Bytes in rows: ${change("live")}.`, `Bytes on disk: ${change("disk")}.`].join("\n");
}

/** Losses of all threads together. */
function lossText(losses: readonly Losses[], isDryRun: boolean): string {
  const sum = (of: (each: Losses) => number): number => losses.reduce((all, each) => all + of(each), 0);
  const lost = [
    counted(
      sum(({ attempts }) => attempts.length),
      "attempt has no steps",
      "attempts have no steps",
    ),
    counted(
      sum(({ labels }) => labels),
      "label has no steps to calibrate on",
      "labels have no steps to calibrate on",
    ),
    counted(
      sum(({ outcomes }) => outcomes),
      "retry tells nothing of mistakes",
      "retries tell nothing of mistakes",
    ),
    counted(
      sum(({ replays }) => replays),
      "recorded run cannot be replayed",
      "recorded runs cannot be replayed",
    ),
    counted(
      sum(({ rewindPoints }) => rewindPoints.length),
      "rewind point is gone",
      "rewind points are gone",
    ),
    counted(
      sum(({ evidence }) => evidence),
      "entry of learning is gone",
      "entries of learning are gone",
    ),
    counted(
      sum(({ snapshots }) => snapshots),
      "snapshot of files is gone",
      "snapshots of files are gone",
    ),
  ].filter((each) => each !== "");
  if (lost.length === 0) return "";
  return `${isDryRun ? "What would be lost" : "What is lost"}: ${lost.join(", ")}.`;
}

const counted = (number: number, one: string, several: string): string =>
  number === 0 ? "" : `${grouped(number)} ${number === 1 ? one : several}`;

const count = (number: number, what: string): string =>
  `${grouped(number)} ${what}${number === 1 ? "" : "s"}`;

const grouped = (number: number): string => number.toLocaleString("en-US");
