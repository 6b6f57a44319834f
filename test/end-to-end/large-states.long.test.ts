import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

import { openServer } from "../checkpointers/open-postgres.ts";

const postgres = await openServer();
const { address, missing, schema, version } = postgres;

/** Characters of each turn's input, of which its node writes a third to the state once more. */
const SIZE = 2_000_000;
/** Threads of one turn each, beside one of several. */
const THREADS = 18;
const TURNS = 5;
/** MB, of which a process itself needs 40. What is stored of all inputs is 92: each by itself, and as a write. */
const HEAP = 90;

const folder = mkdtempSync(join(tmpdir(), "langgraph-rollback-large-states-"));

beforeAll(async () => {
  if (missing !== undefined) return;
  const State = Annotation.Root({ document: Annotation<string>, copy: Annotation<string> });
  const graph = new StateGraph(State)
    .addNode("read", ({ document }) => ({ copy: document.slice(0, SIZE / 3) }))
    .addEdge(START, "read")
    .compile({ checkpointer: postgres.open() });
  const threads = Array.from({ length: THREADS + TURNS }, (_, turn) => Math.min(turn, THREADS));
  for (const [turn, thread] of threads.entries())
    await graph.invoke(
      { document: `${turn} `.padEnd(SIZE, "the page of a book ") },
      { configurable: { thread_id: `thread ${thread}` } },
    );
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await postgres.close();
});

/** Output of the command in a process with a bounded heap. */
async function said(...command: readonly string[]): Promise<string> {
  const program = inject("commandFile");
  const args = [`--max-old-space-size=${HEAP}`, program, ...command, address, "--schema", schema];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
  await once(child, "close");
  return output.match(/FATAL ERROR: .*/)?.[0] ?? output.trim();
}

describe.skipIf(missing !== undefined)(`large states on a real server, ${missing ?? version}`, () => {
  it("are exported in a heap that holds a few of them", async () => {
    const file = join(folder, "attempts.jsonl");
    expect(await said("export", "--out", file)).toBe(
      `Exported ${THREADS + TURNS} attempts, 0 of them labelled.`,
    );
  });

  it("are in a report that is made in such a heap", async () => {
    const file = join(folder, "report.html");
    expect(await said("report", "--out", file)).toContain(`Wrote ${file}`);
    expect(readFileSync(file, "utf8")).toContain(`thread ${THREADS}`);
  });
});
