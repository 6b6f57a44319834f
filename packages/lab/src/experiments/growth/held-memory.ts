import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { THREAD_STEPS } from "./by-threads.ts";
import type { Measurements } from "./series.ts";

const WORKER = fileURLToPath(new URL("held-memory-worker.js", import.meta.url));
const run = promisify(execFile);

/** Bytes of heap that the recorder of one process holds, after runs of growing length and after growing numbers of threads. */
export async function growHeldMemory(
  { steps, threads }: { readonly steps: readonly number[]; readonly threads: readonly number[] },
  { add }: Measurements,
): Promise<void> {
  const operation = "held by the recorder";
  const note = (dimension: "steps" | "threads", size: number, bytes: number | undefined): void => {
    if (bytes !== undefined) add({ operation, dimension, unit: "bytes" }, size, bytes);
  };
  for (const size of steps) note("steps", size, await heldAfter(1, size));
  for (const size of threads) note("threads", size, await heldAfter(size, THREAD_STEPS));
}

/** Bytes; `undefined` where there is no SQLite. */
async function heldAfter(threads: number, steps: number): Promise<number | undefined> {
  const { stdout } = await run(process.execPath, ["--expose-gc", WORKER, String(threads), String(steps)]);
  return stdout === "" ? undefined : Number(stdout);
}
