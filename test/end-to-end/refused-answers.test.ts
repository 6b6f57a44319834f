import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Annotation, Command, interrupt, START, StateGraph } from "@langchain/langgraph";
import { readHistory, withRollback } from "langgraph-rollback";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";

import { sqlite } from "../fixtures/sqlite.ts";

const folder = mkdtempSync(join(tmpdir(), "langgraph-rollback-refused-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const State = Annotation.Root({ price: Annotation<number>, count: Annotation<number> });
const asks = (question: string): number =>
  interrupt<string, number>(question, { responseSchema: z.number() });

/** Asks a human twice, inside a subgraph or not, as a process of its own would: nothing but the file is shared. */
function process(isInside: boolean) {
  const checkpointer = sqlite.open?.(join(folder, `${isInside}.sqlite`));
  if (checkpointer === undefined) throw new Error(sqlite.missing);
  const order = new StateGraph(State)
    .addNode("order", () => ({ price: asks("price?"), count: asks("count?") }))
    .addEdge(START, "order");
  const around = new StateGraph(State).addNode("team", order.compile()).addEdge(START, "team");
  const graph = isInside ? around.compile({ checkpointer }) : order.compile({ checkpointer });
  return withRollback(graph, { verify: ({ output }) => output?.price === 14 });
}

const thread = { configurable: { thread_id: "order" } };
const answer = (value: unknown) => new Command<unknown, Record<string, unknown>, never>({ resume: value });
const refused = { issues: [{ code: "invalid_type" }] };

describe.skipIf(sqlite.open === undefined)(`an answer of the wrong shape${sqlite.missing}`, () => {
  it.each([false, true])(
    "is refused in every process, and spends no rollback; in a subgraph: %s",
    async (isInside) => {
      const run = (input: Parameters<ReturnType<typeof process>["invoke"]>[0]) =>
        process(isInside).invoke(input, thread);
      await run({});
      await expect(run(answer("fourteen"))).rejects.toMatchObject(refused);
      await expect(run(null)).rejects.toMatchObject(refused);
      expect(await run(answer(14))).toMatchObject({ __interrupt__: [{ value: "count?" }] });
      await expect(run(answer("three"))).rejects.toMatchObject(refused);
      expect(await run(answer(3))).toMatchObject({ price: 14, count: 3 });
      expect(await readHistory(process(isInside), thread)).toMatchObject([
        { status: "succeeded", attempts: [{ attempt: 1, decision: "accept" }] },
      ]);
    },
  );
});
