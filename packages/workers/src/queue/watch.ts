import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { RunUnknownError } from "../errors/run-unknown-error.ts";
import type { Chunks } from "../storage/chunks.ts";
import type { Listener } from "../storage/listen.ts";
import { hasEnded, type QueueStatus } from "../storage/run-row.ts";
import type { Runs } from "../storage/runs.ts";
import { unpack } from "../values/packed.ts";
import { stateOf, type QueuedRunState } from "./run-state.ts";

/** News of a run, as {@link RollbackQueue.watch} tells it. */
export type RunEvent =
  | { readonly type: "status"; readonly status: QueueStatus; readonly run: QueuedRunState }
  | {
      readonly type: "chunk";
      /** Which start of the run has streamed it: a run that goes on elsewhere may stream again. */
      readonly start: number;
      /** The attempt that it belongs to, 1-based. */
      readonly attempt: number;
      /** Its place among the chunks of this start, from 0. */
      readonly index: number;
      /** As LangGraph gives it where several stream modes are asked for: `[mode, chunk]`. */
      readonly chunk: unknown;
    }
  | {
      /** An attempt was rolled back: chunks of this start from `from` on are undone, but for `except`. */
      readonly type: "rolled-back";
      readonly start: number;
      readonly attempt: number;
      readonly from: number;
      readonly except: readonly number[];
    };

interface Sources {
  readonly runs: Runs;
  readonly chunks: Chunks;
  readonly listener: Listener;
}

/** Milliseconds between two looks where nothing is heard. */
const LOOKS = 1000;
/** Milliseconds after which a watcher says again that it is there. */
const STAYS = 10_000;

/**
 * @internal Tells of a run until it ends, from any process.
 * @throws {RunUnknownError} if the queue has no such run
 */
export async function* watchRun(
  { runs, chunks, listener }: Sources,
  run: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<RunEvent, void> {
  const watcher = randomUUID();
  let [wake, isWoken] = [(): void => {}, false];
  const hear = (): void => {
    isWoken = true;
    wake();
  };
  const unhear = listener.on(run, hear);
  signal?.addEventListener("abort", hear, { once: true });
  let [told, cursor, watchedAt]: [QueueStatus | undefined, number, number] = [undefined, -1, -Infinity];
  try {
    for (;;) {
      signal?.throwIfAborted();
      if (performance.now() - watchedAt > STAYS) {
        await chunks.watch(run, watcher);
        watchedAt = performance.now();
      }
      isWoken = false;
      // The row comes first: what a run has streamed before it ended is stored by then.
      const row = await runs.read(run);
      if (row === undefined) throw new RunUnknownError(`run ${run}`);
      let stored = await chunks.after(run, cursor);
      for (; stored.length > 0; stored = await chunks.after(run, cursor))
        for (const { n, item } of stored) {
          cursor = n;
          const event = await unpack(item);
          if (isRunEvent(event)) yield event;
        }
      if (row.status !== told) {
        told = row.status;
        yield { type: "status", status: row.status, run: await stateOf(row) };
      }
      if (hasEnded(row.status)) return;
      if (isWoken) continue;
      const waiting = new AbortController();
      wake = () => waiting.abort();
      await sleep(LOOKS, undefined, { signal: waiting.signal }).catch(() => {
        // Woken.
      });
      wake = () => {};
    }
  } finally {
    unhear();
    signal?.removeEventListener("abort", hear);
    await chunks.unwatch(run, watcher);
  }
}

const isRunEvent = (value: unknown): value is RunEvent =>
  typeof value === "object" && value !== null && "type" in value;
