import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { withRollback } from "langgraph-rollback";
import { describe, expect, it } from "vitest";

import { rollbackMarkdown } from "../picture/rollback-markdown.ts";
import { checkpointerSource } from "./checkpointer-source.ts";

describe("a run none of whose attempts passed", () => {
  it("tells which attempt was returned, and shows it once", async () => {
    const saver = new MemorySaver();
    const Data = Annotation.Root({ data: Annotation<string> });
    const graph = new StateGraph(Data)
      .addNode("work", () => ({ data: "done" }))
      .addEdge(START, "work")
      .compile({ checkpointer: saver });
    const config = { configurable: { thread_id: "t" } };
    await withRollback(graph, { verify: () => false, maxRollbacks: 1 }).invoke({ data: "" }, config);
    const run = (await checkpointerSource(saver, "memory").thread("t"))?.runs[0];
    expect(run).toMatchObject({ status: "gave-up", returned: 1, attempts: [{ attempt: 1 }, { attempt: 2 }] });
    expect(run?.attempts.map(({ steps }) => steps.length)).toEqual([1, 1]);
    expect(run === undefined ? "" : rollbackMarkdown(run)).toContain(
      "2 attempts. No attempt passed the verifier. Attempt 1 was returned.",
    );
  });
});
