import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { keptBundle } from "../fixtures/kept-bundle.ts";
import { sqlite } from "../fixtures/sqlite.ts";

// MEMORY_RUNS=5000 npm run test:all -- end-to-end/memory.long.test.ts
//
// The short form proves that inputs are let go: 40 MB of them pass through a heap of 45 MB, of which the process itself needs
// 20. The whole one proves it of what is held for each run, too, however small the run is.
const isWhole = process.env["MEMORY_RUNS"] !== undefined;
const whole = [
  { runs: Number(process.env["MEMORY_RUNS"]), size: 20_000, heap: 100 },
  { runs: 200, size: 1_000_000, heap: 100 },
];
const short = [{ runs: 40, size: 1_000_000, heap: 45 }];

const folder = mkdtempSync(join(tmpdir(), "langgraph-rollback-memory-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let program = "";
beforeAll(async () => {
  program = await keptBundle(join(import.meta.dirname, "../fixtures/memory-worker.ts"));
});
let files = 0;

/** Last output of a process with a bounded heap. */
async function said(kind: string, store: string, { runs, size, heap }: (typeof whole)[number]) {
  const place = store === "memory" ? store : join(folder, `${(files += 1)}.sqlite`);
  const load = [kind, place, String(runs), String(size)];
  const child = spawn(process.execPath, [`--max-old-space-size=${heap}`, program, ...load]);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (output += String(part)));
  await once(child, "close");
  return output.match(/\d+ runs|FATAL ERROR: .*/)?.[0] ?? output;
}

const inMemory = { name: "MemorySaver", store: "memory", skip: false };
const onDisk = { name: `SqliteSaver${sqlite.missing}`, store: "sqlite", skip: sqlite.open === undefined };
const stores = [inMemory, onDisk];
const cases = stores.flatMap((store) => (isWhole ? whole : short).map((load) => ({ ...store, ...load })));

describe("a process that runs one thread after another in a bounded heap", () => {
  for (const { name, store, skip, ...load } of cases)
    it.skipIf(skip)(
      `lives with a wrapped graph as with the bare one: ${load.runs} runs of ${load.size} characters in ${load.heap} MB, over ${name}`,
      async () => {
        const [bare, wrapped] = [await said("bare", store, load), await said("wrapped", store, load)];
        expect({ bare, wrapped }).toEqual({ bare: `${load.runs} runs`, wrapped: `${load.runs} runs` });
      },
      isWhole ? 1_800_000 : 180_000,
    );
});
