import { join } from "node:path";

import { prune } from "langgraph-rollback";
import { expect } from "vitest";

import { fanOutSecond } from "../matrix/shapes/fan-out.ts";
import { deltaMessages } from "../matrix/shapes/messages.ts";
import { sequence } from "../matrix/shapes/sequence.ts";
import { memoryInside } from "../matrix/shapes/subgraph-memory.ts";
import { keptBundle } from "../fixtures/kept-bundle.ts";
import { printedBy, runToEnd } from "../fixtures/worker-end.ts";
import { grow } from "./grown-thread.ts";
import type { TwinStore } from "./twin-store.ts";
import { goneOn } from "./ways-on.ts";

const SHAPES = [sequence, fanOutSecond, deltaMessages, memoryInside];

/** Kills processes that prune, at points spread over all that they do, and expects that each thread goes on as its twin does, and that the next process does the rest. */
export async function expectWholeAfterKills(
  store: TwinStore,
  [kind, where]: readonly ["sqlite" | "postgres", string],
  kills: number,
): Promise<void> {
  const { saver } = store;
  const worker = await keptBundle(join(import.meta.dirname, "../fixtures/prune-worker.ts"));
  for (const [i, shape] of SHAPES.entries())
    for (const turn of ["recovered", "recovered", "given-up"] as const)
      await grow(shape, saver, `grown-${i}`, turn);
  const now = Date.now() + 1000;
  /** Copies a thread of each shape, so that each kill has its own. */
  const copies = async (from: string, name: string) => {
    const ids = SHAPES.map((_, i) => `${name}-${i}`);
    for (const [i, id] of ids.entries()) await store.copy(`${from}-${i}`, id);
    return ids;
  };
  const rule = (threads: readonly string[]) => ({ olderThan: 0, now, threads, batch: 1 });
  const work = (threads: readonly string[], dieAt: number) =>
    runToEnd(worker, [kind, where, JSON.stringify(rule(threads)), String(dieAt)]);
  const calls = Number(await printedBy(work(await copies("grown", "whole"), 0)));
  expect(calls).toBeGreaterThan(kills);
  const twins = await copies("grown", "twin");
  const after = [];
  for (const [i, shape] of SHAPES.entries())
    after.push(await goneOn("a new turn with rollback", shape, saver, twins[i] ?? ""));
  for (let kill = 1; kill <= kills; kill += 1) {
    const dieAt = Math.ceil((kill * calls) / (kills + 1));
    const ids = await copies("grown", `killed-${kill}`);
    expect({ dieAt, end: await work(ids, dieAt) }).toMatchObject({ dieAt, end: { signal: "SIGKILL" } });
    // Another process does the rest, or nobody does.
    const again = await copies(`killed-${kill}`, `again-${kill}`);
    const { left } = await prune(saver, rule(again));
    expect(left).toEqual([]);
    expect((await prune(saver, rule(again))).pruned).toEqual([]);
    for (const [i, shape] of SHAPES.entries())
      for (const threads of [ids, again])
        expect({
          dieAt,
          is: await goneOn("a new turn with rollback", shape, saver, threads[i] ?? ""),
        }).toEqual({
          dieAt,
          is: after[i],
        });
  }
}
