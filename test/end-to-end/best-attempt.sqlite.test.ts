import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Annotation, Command, INTERRUPT, START, StateGraph } from "@langchain/langgraph";
import { afterAll, describe, expect, it } from "vitest";
import { readHistory, withRollback } from "langgraph-rollback";

import { sqlite } from "../fixtures/sqlite.ts";

const folder = mkdtempSync(join(tmpdir(), "best-attempt-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const Said = Annotation.Root({
  said: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }),
});
const config = { configurable: { thread_id: "t-1" } };

/** A graph as a process would open it: over a file, with nothing of an earlier one in memory. Its attempts fail with these scores. */
function opened(file: string, scores: readonly number[], approve: boolean) {
  let attempt = 0;
  const graph = new StateGraph(Said)
    .addNode("act", () => ({ said: [`score ${scores[attempt++]}`] }))
    .addEdge(START, "act")
    .compile({ checkpointer: sqlite.open?.(join(folder, file)) ?? true });
  const verify = () => ({ ok: scores[attempt - 1] === 1, score: scores[attempt - 1] ?? 0 });
  return withRollback(graph, { verify, maxRollbacks: 1, approve: approve ? "always" : "never" });
}

describe.skipIf(sqlite.open === undefined)(`the best attempt, over SQLite${sqlite.missing}`, () => {
  it("is returned, and another process continues from it", async () => {
    const first = opened("best.db", [0.9, 0.1], false);
    expect((await first.invoke({}, config)).said).toEqual(["score 0.9"]);
    const second = opened("best.db", [1], false);
    expect((await second.getState(config)).values).toEqual({ said: ["score 0.9"] });
    expect((await second.invoke({ said: ["next"] }, config)).said).toEqual(["score 0.9", "next", "score 1"]);
  });

  it("is returned by a process that answers a question and has not seen it run", async () => {
    const asked = opened("asked.db", [0.9], true);
    expect(await asked.invoke({}, config)).toHaveProperty(INTERRUPT);
    const second = opened("asked.db", [0.1], true);
    const approved = new Command<unknown, Record<string, unknown>, never>({ resume: true });
    expect((await second.invoke(approved, config)).said).toEqual(["score 0.9"]);
    expect((await second.getState(config)).values).toEqual({ said: ["score 0.9"] });
    expect(await readHistory(second, config)).toMatchObject([
      { status: "gave-up", attempts: [{}, { stands: { attempt: 1 } }] },
    ]);
  });
});
