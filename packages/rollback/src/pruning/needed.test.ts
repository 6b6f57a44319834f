import { describe, expect, it } from "vitest";

import { Lineages } from "./lineages.ts";
import { neededIn, type PruneLimits } from "./needed.ts";
import { isSilentSince } from "./plan-thread.ts";
import type { StoredCheckpoint } from "./stored-thread.ts";

/** An id whose time is so many milliseconds after the epoch. */
function idAt(milliseconds: number): string {
  const ticks = (BigInt(milliseconds) + 12_219_292_800_000n) * 10_000n;
  const time = ticks.toString(16).padStart(15, "0");
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-6${time.slice(12)}-8000-000000000000`;
}

/** A row in short: when it was made, its parent's time, and what else matters. */
const row = (
  at: number,
  parent: number | undefined,
  more: Partial<StoredCheckpoint> & { readonly metadata?: Readonly<Record<string, unknown>> } = {},
): StoredCheckpoint => ({
  namespace: "",
  id: idAt(at),
  parent: parent === undefined ? undefined : idAt(parent),
  bytes: 0,
  writes: { rows: 0, bytes: 0 },
  asks: false,
  versioned: new Set(),
  valued: new Set(),
  ...more,
  metadata: { source: "loop", ...more.metadata },
});

const input = { metadata: { source: "input" } };
const stamp = (attempt: number) => ({ metadata: { rollback_run: "r", rollback_attempt: attempt } });
const all: PruneLimits = { old: 1000, failed: 1000, isFailed: () => true, named: new Set() };

/** Times of the rows that stay, in order; those of a namespace with its name. */
function kept(rows: readonly StoredCheckpoint[], limits: PruneLimits = all): readonly (number | string)[] {
  const needed = neededIn(new Lineages(rows), limits);
  return [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((at) =>
    ["", "sg", "n:1", "n:2"].flatMap((namespace) =>
      needed.has(`${namespace}\n${idAt(at)}`) ? [namespace === "" ? at : `${namespace} ${at}`] : [],
    ),
  );
}

describe("what stays of a thread", () => {
  const turns = [row(1, undefined, input), row(2, 1), row(3, 2, input), row(4, 3), row(5, 4)];

  it("is its last turn, whatever the age", () => {
    expect(kept(turns)).toEqual([3, 4, 5]);
  });

  it("is also every turn that has a young checkpoint", () => {
    expect(kept(turns, { ...all, old: 2 })).toEqual([1, 2, 3, 4, 5]);
    expect(kept(turns, { ...all, old: 3 })).toEqual([3, 4, 5]);
  });

  it("is a failed branch as long as such branches stay, with its turn", () => {
    const rows = [...turns.slice(0, 2), row(3, 1, stamp(1)), row(4, undefined, input), row(5, 4)];
    expect(kept(rows, { ...all, failed: 3 })).toEqual([1, 3, 4, 5]);
    expect(kept(rows, { ...all, failed: 4 })).toEqual([4, 5]);
    expect(kept(rows, { ...all, failed: 0, isFailed: () => false })).toEqual([4, 5]);
  });

  it("is a fork that a rollback of its last run has made", () => {
    const rows = [row(1, undefined, input), row(2, 1, stamp(2)), row(3, 1), row(4, 3)];
    expect(kept(rows)).toEqual([1, 3, 4]);
    expect(kept(rows, { ...all, named: new Set([idAt(2)]) })).toEqual([1, 2, 3, 4]);
  });

  it("is a checkpoint whose id tells no time", () => {
    const foreign = { ...row(2, 1), id: "foreign" };
    expect(
      neededIn(new Lineages([row(1, undefined, input), foreign, ...turns.slice(2)]), all).has("\nforeign"),
    ).toBe(true);
  });

  it("is what a DeltaChannel is put together from, back to its last whole value", () => {
    const counted = { counters_since_delta_snapshot: { messages: [1, 1] } };
    const versioned = new Set(["messages"]);
    const delta = (at: number, source: string, valued = false): StoredCheckpoint =>
      row(at, at - 1, {
        metadata: { ...counted, source },
        versioned,
        valued: valued ? versioned : new Set(),
      });
    const rows = [
      delta(1, "input"),
      delta(2, "loop"),
      delta(3, "loop", true),
      delta(4, "input"),
      delta(5, "loop"),
      delta(6, "input"),
    ];
    expect(kept(rows)).toEqual([3, 4, 5, 6]);
    expect(kept(rows.map((each) => ({ ...each, valued: new Set() })))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("is what ran inside of the tasks of checkpoints that stay", () => {
    const inside = (at: number, namespace: string, outer: number): StoredCheckpoint =>
      row(at, undefined, { namespace, metadata: { source: "input", parents: { "": idAt(outer) } } });
    const rows = [row(1, undefined, input), inside(2, "n:1", 1), row(3, 1, input), inside(4, "n:2", 3)];
    expect(kept(rows)).toEqual([3, "n:2 4"]);
  });

  describe("is of a subgraph that remembers", () => {
    const remembered = (at: number, parent: number | undefined, outer: number): StoredCheckpoint =>
      row(at, parent, { namespace: "sg", metadata: { source: "input", parents: { "": idAt(outer) } } });

    it("the newest checkpoint, and none that nobody finds", () => {
      const rows = [
        row(1, undefined, input),
        remembered(2, undefined, 1),
        row(3, 1, input),
        remembered(4, 2, 3),
        row(5, 3, input),
      ];
      expect(kept(rows)).toEqual(["sg 4", 5]);
    });

    it("also what a run that goes back to a checkpoint that stays would find", () => {
      const copied = row(4, 2, { namespace: "sg", metadata: { source: "update", parents: {} } });
      const rows = [
        row(1, undefined, input),
        remembered(2, undefined, 1),
        row(3, 1, input),
        copied,
        row(5, 3),
        remembered(6, 4, 5),
        row(7, 5),
      ];
      expect(kept(rows)).toEqual(["sg 2", 3, "sg 4", 5, "sg 6", 7]);
    });

    it("also what a run that stays knew when it began", () => {
      const rows = [
        row(1, undefined, input),
        remembered(2, undefined, 1),
        remembered(3, 2, 1),
        row(4, 1, input),
        remembered(5, 2, 4),
        row(6, 4),
      ];
      expect(kept(rows)).toEqual(["sg 2", "sg 3", 4, "sg 5", 6]);
    });
  });
});

describe("a thread is silent", () => {
  const silent = (checkpoints: readonly StoredCheckpoint[]): boolean =>
    isSilentSince({ threadId: "t", checkpoints, blobs: [], strays: new Map(), version: "" }, 5);

  it("if nothing of it is newer, not even a record", () => {
    expect(silent([row(1, undefined), row(4, 1)])).toBe(true);
    expect(silent([row(1, undefined), row(5, 1)])).toBe(false);
    expect(silent([row(1, undefined), row(5, undefined, { namespace: "langgraph-rollback" })])).toBe(false);
  });

  it("not if an id of a checkpoint tells no time; that of a journal never does", () => {
    expect(silent([row(1, undefined), { ...row(2, 1), id: "foreign" }])).toBe(false);
    expect(
      silent([row(1, undefined), { ...row(2, 1), id: "run-1", namespace: "langgraph-rollback-effects" }]),
    ).toBe(true);
  });
});
