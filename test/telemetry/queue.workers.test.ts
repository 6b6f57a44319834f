import { MemorySaver } from "@langchain/langgraph";
import { context, trace } from "@opentelemetry/api";
import { rollbackQueue, rollbackWorker } from "@langgraph-rollback/workers";
import { inProcessThreadLock, withRollback } from "langgraph-rollback";
import { telemetry } from "langgraph-rollback/telemetry";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { chainGraph, nothingWrong } from "../../packages/rollback/src/fixtures/chain-graph.ts";
import {
  attributesOf,
  telemetryUnderTest,
} from "../../packages/rollback/src/fixtures/telemetry-under-test.ts";
import { testDatabase } from "../../packages/workers/src/fixtures/database.ts";

const database = await testDatabase();
let under: Awaited<ReturnType<typeof telemetryUnderTest>>;

beforeAll(async () => {
  under = await telemetryUnderTest();
});
afterAll(async () => {
  await under.stop();
  await database.drop();
});

describe(`a queue with telemetry over ${database.version}`, () => {
  it("has the workers' spans under the span in which the run was enqueued; without it nothing is stored of that", async () => {
    const plain = await rollbackQueue(database.place);
    const queue = await rollbackQueue({ ...database.place, telemetry: telemetry() });
    const graph = withRollback(
      chainGraph().builder.compile({ checkpointer: new MemorySaver(), name: "chain" }),
      { verify: nothingWrong, lock: inProcessThreadLock({ whenBusy: "wait" }), telemetry: telemetry() },
    );
    const worker = await rollbackWorker({ ...database.place, graphs: { chain: graph } });
    const request = trace.getTracer("user").startSpan("request");
    const enqueue = (which: typeof queue, threadId: string) =>
      context.with(trace.setSpan(context.active(), request), () => which.enqueue("chain", {}, { threadId }));
    const told = await enqueue(queue, "told");
    const untold = await enqueue(plain, "untold");
    request.end();
    await queue.result(told.runId);
    await queue.result(untold.runId);
    await worker.stop();
    await queue.close();
    await plain.close();
    const spans = await under.spans();
    const own = spans
      .named("invoke_workflow")
      .find((span) => attributesOf(span)["gen_ai.conversation.id"] === "told");
    expect(own?.parentSpanId).toBe(request.spanContext().spanId);
    expect(own?.traceId).toBe(request.spanContext().traceId);
    expect(attributesOf(own ?? spans.one("none"))["langgraph_rollback.run"]).toBe(told.runId);
    const rows = await database.query(`SELECT options FROM ${database.place.schema}.runs ORDER BY id`);
    expect(rows.map(({ options }) => String(options).includes("trace"))).toEqual([true, false]);
  });
});
