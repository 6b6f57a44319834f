import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Annotation, Command, INTERRUPT, START, StateGraph } from "@langchain/langgraph";
import { afterAll, describe, expect, it } from "vitest";
import { readHistory, withRollback } from "langgraph-rollback";

import { sqlite } from "../fixtures/sqlite.ts";

const folder = mkdtempSync(join(tmpdir(), "approval-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const Said = Annotation.Root({
  said: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }),
});
const config = { configurable: { thread_id: "t-1" } };
const answer = (value: unknown) => new Command<unknown, Record<string, unknown>, never>({ resume: value });

/** A graph as a process would open it: over a file, with nothing of an earlier one in memory. */
function opened(file: string, { attempt, throws }: { attempt: number; throws: boolean }) {
  const ran: string[] = [];
  const graph = new StateGraph(Said)
    .addNode("plan", () => (ran.push("plan"), { said: ["planned"] }))
    .addNode("act", () => {
      ran.push("act");
      if (throws && attempt === 1) throw new RangeError("it broke");
      return { said: [`attempt ${attempt}`] };
    })
    .addEdge(START, "plan")
    .addEdge("plan", "act")
    .compile({ checkpointer: sqlite.open?.(join(folder, file)) ?? true });
  const verify = ({ output }: { readonly output?: typeof Said.State | undefined }): boolean =>
    output?.said.at(-1) === "attempt 2";
  return { ran, graph: withRollback(graph, { verify, approve: "always" }) };
}

describe.skipIf(sqlite.open === undefined)(
  `a question about a rollback, over SQLite${sqlite.missing}`,
  () => {
    it.each([false, true])("is approved in another process, whether the run threw: %s", async (throws) => {
      const file = `approved-${throws}.db`;
      const first = opened(file, { attempt: 1, throws });
      expect(await first.graph.invoke({}, config)).toHaveProperty(INTERRUPT);
      const second = opened(file, { attempt: 2, throws });
      const { tasks } = await second.graph.getState(config);
      expect(tasks).toMatchObject([{ interrupts: [{ value: { type: "rollback:approve" } }] }]);
      const moved = { decision: "approve", step: throws ? 0 : 1 };
      expect((await second.graph.invoke(answer(moved), config)).said).toEqual(["planned", "attempt 2"]);
      expect(second.ran).toEqual(throws ? ["plan", "act"] : ["act"]);
      expect(await readHistory(second.graph, config)).toMatchObject([{ status: "recovered" }]);
    });

    it.each([false, true])("is declined in another process, whether the run threw: %s", async (throws) => {
      const file = `declined-${throws}.db`;
      await opened(file, { attempt: 1, throws }).graph.invoke({}, config);
      const { graph, ran } = opened(file, { attempt: 1, throws });
      const given = graph.invoke(answer(false), config);
      if (throws) await expect(given).rejects.toMatchObject({ name: "RangeError", message: "it broke" });
      else expect((await given).said).toEqual(["planned", "attempt 1"]);
      expect(ran).toEqual([]);
      const { next, tasks } = await opened(file, { attempt: 1, throws }).graph.getState(config);
      expect(next).toEqual(throws ? ["act"] : []);
      expect(tasks.flatMap(({ interrupts }) => interrupts)).toEqual([]);
    });
  },
);
