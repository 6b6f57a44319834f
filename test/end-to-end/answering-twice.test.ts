import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Annotation, Command, interrupt, START, StateGraph } from "@langchain/langgraph";
import { readHistory, withRollback, type RollbackEvent } from "langgraph-rollback";
import { afterAll, describe, expect, it } from "vitest";

import { sqlite } from "../fixtures/sqlite.ts";

const folder = mkdtempSync(join(tmpdir(), "langgraph-rollback-answers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const State = Annotation.Root({ price: Annotation<number>, total: Annotation<number> });
const thread = { configurable: { thread_id: "order" } };

/** Asks a human for the price, and adds it up, as a process of its own would: nothing but the file is shared. */
function process() {
  const checkpointer = sqlite.open?.(join(folder, "answers.sqlite"));
  if (checkpointer === undefined) throw new Error(sqlite.missing);
  const events: RollbackEvent[] = [];
  const graph = withRollback(
    new StateGraph(State)
      .addNode("ask", () => ({ price: interrupt<string, number>("What is the price?") }))
      .addNode("add", ({ price }) => ({ total: 3 * price }))
      .addEdge(START, "ask")
      .addEdge("ask", "add")
      .compile({ checkpointer }),
    { verify: ({ output }) => output?.total === 42, maxRollbacks: 1, onEvent: (event) => events.push(event) },
  );
  return { graph, events };
}

describe.skipIf(sqlite.open === undefined)(`a human who is asked again${sqlite.missing}`, () => {
  it("answers twice, in three processes, within one run and its budget", async () => {
    const question = { __interrupt__: [{ value: "What is the price?" }] };
    expect(await process().graph.invoke({}, thread)).toMatchObject(question);

    const second = process();
    expect(await second.graph.invoke(new Command({ resume: 15 }), thread)).toMatchObject(question);
    expect(second.events.map(({ type, attempt }) => `${type} ${attempt}`)).toEqual([
      "rollback:attempt-started 1",
      "rollback:rolled-back 1",
      "rollback:attempt-started 2",
    ]);
    expect(second.events[1]).toMatchObject({ fromStep: 0, kept: [], asksAgain: ["ask"] });

    const third = process();
    const output = await third.graph.invoke(new Command({ resume: 14 }), thread);
    expect(output).toEqual({ price: 14, total: 42 });
    expect(await readHistory(third.graph, thread)).toMatchObject([
      { status: "recovered", attempts: [{ attempt: 1 }, { attempt: 2 }] },
    ]);
  });
});
