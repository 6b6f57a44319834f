import { readAgentHistory, readFailedRuns, readHistory, prune, type PruneReport } from "langgraph-rollback";
import { checkpointerLabelStore } from "@langgraph-rollback/inspector";
import fc from "fast-check";
import { expect } from "vitest";

import type { Shape } from "../matrix/shape.ts";
import { storedOf } from "../matrix/stored.ts";
import { bareGraph, grow, type TurnKind } from "./grown-thread.ts";
import type { TwinStore } from "./twin-store.ts";
import { goneOn, waysOn, type WayOn } from "./ways-on.ts";

const kind = fc.constantFrom<TurnKind>("right", "recovered", "recovered", "given-up", "bare");
const way = fc.constantFrom(...Object.keys(waysOn).filter((name): name is WayOn => name in waysOn));

/** A drawn thread: its turns, and how it goes on once it is pruned. */
const drawnThread = fc.record({ turns: fc.array(kind, { minLength: 1, maxLength: 3 }), way });

/** A drawn rule: places in time, as shares of all that was stored. */
const drawnRule = fc.record({
  old: fc.double({ min: 0.2, max: 1, noNaN: true }),
  failed: fc.double({ min: 0.2, max: 1, noNaN: true }),
  batch: fc.constantFrom(1, 3, 200),
});

/** A group of threads, one of each shape, and a rule. */
export interface Group {
  readonly shapes: readonly Shape[];
  readonly seed: number;
}

/** Figures of a group, for those who count. */
export interface GroupFigures {
  readonly threads: number;
  readonly pruned: number;
  readonly left: number;
  readonly deletedRows: number;
  readonly deletedBytes: number;
}

/** Grows threads, prunes them by a drawn rule, and expects that each goes on as its twin does. */
export async function expectAsTwins(store: TwinStore, { seed, shapes }: Group): Promise<GroupFigures> {
  const { saver } = store;
  const drawn = fc.sample(drawnThread, { seed, numRuns: shapes.length });
  const [rule] = fc.sample(drawnRule, { seed, numRuns: 1 });
  if (rule === undefined) throw new Error("No rule was drawn.");
  const threads = shapes.map((shape, i) => ({
    shape,
    turns: drawn[i]?.turns ?? [],
    way: drawn[i]?.way ?? "a new turn",
    id: `thread-${seed}-${i}-own`,
    twin: `thread-${seed}-${i}-twin`,
  }));
  // Turn by turn, so that every thread has something older than the rule's times.
  for (let turn = 0; turn < 3; turn += 1)
    for (const { id, shape, turns } of threads) {
      const next = turns[turn];
      if (next !== undefined) await grow(shape, saver, id, next);
    }
  const labels = checkpointerLabelStore(saver);
  for (const { id } of threads) {
    const [run] = await readHistory(saver, on(id));
    const labelled = {
      thread: id,
      attempt: 1,
      steps: 1,
      labeller: "ada",
      convention: "earliest-unrecovered",
    };
    if (run !== undefined)
      await labels.add({ ...labelled, run: run.run, verdict: { kind: "decisive", step: 0 } });
  }
  for (const { id, twin } of threads) await store.copy(id, twin);
  const found: number[] = [];
  // One after the other: a pool has fewer connections than there are threads, and patience.
  for (const { id } of threads) found.push(...(await timesIn(store, id)));
  const times = found.toSorted((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(share * (times.length - 1))] ?? 0;
  const now = (times.at(-1) ?? 0) + 1;
  const ids = threads.map(({ id }) => id);
  const held = await store.columnBytes(ids);
  const wanted = {
    olderThan: now - at(rule.old),
    keepFailed: now - at(rule.failed),
    now,
    threads: ids,
    batch: rule.batch,
  };
  const labelsBefore = await labels.list();
  const planned = await prune(saver, { ...wanted, dryRun: true });
  expect(await store.columnBytes(ids)).toBe(held);
  const report = await prune(saver, wanted);
  expectFigures(planned, report, held - (await store.columnBytes(ids)));
  expect(await labels.list()).toEqual(labelsBefore);
  for (const each of threads) {
    await expectSame(store, each.id, each.twin);
    const [own, other] = [await statesOf(store, each, each.id), await statesOf(store, each, each.twin)];
    expect({ shape: each.shape.name, states: own }).toEqual({ shape: each.shape.name, states: other });
  }
  const read = async (of: readonly string[]) => ({
    history: await readAgentHistory(saver, { threads: of }),
    failed: withoutThreads(await readFailedRuns(saver, { threads: of })),
  });
  expect(await read(ids)).toEqual(await read(threads.map(({ twin }) => twin)));
  // Pruned once, it needs no more of it.
  const again = await prune(saver, wanted);
  expect(again.pruned).toEqual([]);
  expect(again.left).toEqual(report.left);
  for (const { id, shape, turns, twin, way: how } of threads)
    expect(await goneOn(how, shape, saver, id), `${shape.name}, after ${turns.join(", ")}: ${how}`).toEqual(
      await goneOn(how, shape, saver, twin),
    );
  const tables = Object.values(report.deleted);
  return {
    threads: threads.length,
    pruned: report.pruned.length,
    left: report.left.length,
    deletedRows: tables.reduce((sum, { rows }) => sum + rows, 0),
    deletedBytes: tables.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

const on = (thread_id: string) => ({ configurable: { thread_id } });

async function timesIn({ saver }: TwinStore, thread: string): Promise<readonly number[]> {
  const times: number[] = [];
  for await (const { checkpoint } of saver.list({ configurable: { thread_id: thread, checkpoint_ns: "" } }))
    times.push(Date.parse(checkpoint.ts));
  return times;
}

/** Live bytes fall by at least what the deleted rows held. */
function expectFigures(
  planned: PruneReport,
  { after, before, deleted, left, pruned }: PruneReport,
  fallen: number,
): void {
  expect(planned.left).toEqual(left);
  expect(planned.pruned.map(({ threadId, losses }) => ({ threadId, losses }))).toEqual(
    pruned.map(({ threadId, losses }) => ({ threadId, losses })),
  );
  const total = (tables: PruneReport["deleted"]): number =>
    Object.values(tables).reduce((sum, { bytes }) => sum + bytes, 0);
  const fall = (before?.live ?? 0) - (after?.live ?? 0);
  expect(fall).toBeGreaterThanOrEqual(fallen);
  // Records are told the lengths of attempts whose steps are gone.
  const written = total(deleted) - fall;
  expect(written).toBeGreaterThanOrEqual(0);
  expect(written).toBeLessThanOrEqual(
    200 * pruned.reduce((sum, { losses }) => sum + losses.attempts.length, 0),
  );
  for (const [table, { rows }] of Object.entries(planned.deleted))
    if (table !== "checkpoint_blobs")
      expect({ table, rows: deleted[table]?.rows ?? 0 }).toEqual({ table, rows });
}

/** All that is left is as it was, and the history tells the same. */
async function expectSame({ saver }: TwinStore, id: string, twin: string): Promise<void> {
  const [left, whole] = [await storedOf(saver, id), await storedOf(saver, twin)];
  expect(left.size).toBeGreaterThan(0);
  for (const [place, text] of left)
    if (!place.startsWith("langgraph-rollback "))
      expect(text.replaceAll(id, "T")).toBe(whole.get(place)?.replaceAll(twin, "T").replaceAll(id, "T"));
  const told = async (thread: string) =>
    (await readHistory(saver, on(thread))).map(({ attempts, ...run }) => ({
      ...run,
      attempts: attempts.map(({ spent, ...attempt }) =>
        attempt.decision === "accept" ? attempt : { ...attempt, spent },
      ),
    }));
  expect(await told(id)).toEqual(await told(twin));
}

/** Reads what a graph finds at each checkpoint that is left: its state, and what subgraphs that remember knew before it. */
async function statesOf(
  { saver }: TwinStore,
  { id, shape }: { readonly id: string; readonly shape: Shape },
  thread: string,
): Promise<unknown> {
  const graph = bareGraph(shape, saver);
  const states: unknown[] = [];
  for await (const { checkpoint } of saver.list({ configurable: { thread_id: id, checkpoint_ns: "" } })) {
    const config = { configurable: { thread_id: thread, checkpoint_ns: "", checkpoint_id: checkpoint.id } };
    const { next, values } = await graph.getState(config);
    const remembered: string[] = [];
    for (const checkpoint_ns of shape.memories ?? [])
      for await (const known of saver.list(
        { configurable: { thread_id: thread, checkpoint_ns } },
        { before: config, limit: 1 },
      ))
        remembered.push(known.checkpoint.id);
    states.push(JSON.stringify({ next, values, remembered }).replaceAll(thread, "T"));
  }
  return states;
}

/** Runs are named with their threads. */
const withoutThreads = (counted: Awaited<ReturnType<typeof readFailedRuns>>): unknown =>
  JSON.parse(JSON.stringify(counted ?? null).replaceAll(/thread-\d+-\d+-(?:own|twin):/g, ""));
