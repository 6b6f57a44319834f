import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { checkpointerSource, openSource } from "@langgraph-rollback/inspector";
import { withRollback } from "langgraph-rollback";
import { afterAll, expect, it } from "vitest";

import { openServerOrPGlite } from "../checkpointers/open-postgres.ts";

const { open, close, address, schema, version } = await openServerOrPGlite("The list of threads is read");
afterAll(close);

const State = Annotation.Root({
  log: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }),
});

it(`lists threads that are asked about together on ${version} as those that are asked about one by one`, async () => {
  const saver = open();
  for (let thread = 0; thread < 8; thread += 1) {
    const graph = new StateGraph(State)
      .addNode("look", ({ log }) => ({ log: [`looked at ${log.length}`] }))
      .addEdge(START, "look")
      .compile({ checkpointer: saver });
    const guarded = withRollback(graph, {
      verify: () => ({ ok: thread % 3 !== 0, reason: `thread ${thread} is wrong` }),
      maxRollbacks: 1,
      ...(thread % 2 === 0 ? { approve: "always" } : {}),
    });
    await guarded.invoke({ log: [`task ${thread}`] }, { configurable: { thread_id: `it's "${thread}"` } });
  }
  const source = await openSource(address, { schema });
  const together = await source.list(100);
  await source.close();
  expect(together.threads).toHaveLength(8);
  expect(new Set(together.threads.map(({ status }) => status)).size).toBe(3);
  expect(together).toEqual(await checkpointerSource(saver, "one by one").list(100));
});
