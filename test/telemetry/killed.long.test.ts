import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, it } from "vitest";

import { OtlpReceiver } from "../../packages/rollback/src/fixtures/otlp-receiver.ts";
import { attributesOf, linksOf, Spans } from "../../packages/rollback/src/fixtures/telemetry-under-test.ts";
import { keptBundle } from "../fixtures/kept-bundle.ts";
import { sqlite } from "../fixtures/sqlite.ts";
import { oddEnd, printedBy, runToEnd } from "../fixtures/worker-end.ts";

const folder = mkdtempSync(join(tmpdir(), "langgraph-rollback-telemetry-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(sqlite.open === undefined)(`a process that is killed${sqlite.missing}`, () => {
  it("leaves its steps to the call that takes the run further: they alone lack a parent, and each token counts once", async () => {
    const program = await keptBundle(join(import.meta.dirname, "../fixtures/telemetry-worker.ts"));
    const receiver = await new OtlpReceiver().start();
    const file = join(folder, "runs.sqlite");
    const killed = await runToEnd(program, [file, receiver.url, "die"]);
    if (killed.signal !== "SIGKILL") throw oddEnd(killed);
    expect(receiver.spans).toEqual([]);
    await printedBy(runToEnd(program, [file, receiver.url, "resume"]));
    const spans = new Spans(receiver.spans);
    await receiver.stop();
    const [call, attempt, first] = ["invoke_workflow", "invoke_agent", "step a"].map((name) =>
      spans.one(name),
    );
    if (call === undefined || attempt === undefined || first === undefined)
      throw new Error("Spans are missing.");
    expect(spans.all).toHaveLength(5);
    expect(spans.inside(attempt)).toEqual(["step b", "step c"]);
    expect(spans.misplaced()).toEqual(["step a has no parent"]);
    // The span in which the killed process would have told of its call and its attempt.
    expect(linksOf(attempt)).toEqual([["previous-call", first.parentSpanId]]);
    expect(linksOf(call).map(([reason]) => reason)).toEqual(["previous-call"]);
    expect(call.links[0]?.traceId).toBe(first.traceId);
    expect(first.traceId).not.toBe(call.traceId);
    expect(spans.sum("gen_ai.usage.input_tokens")).toBe(300);
    expect(attributesOf(attempt)["langgraph_rollback.steps"]).toBe(3);
  });
});
