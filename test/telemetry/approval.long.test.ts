import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { runCommand } from "../../packages/cli/src/fixtures/run-command.ts";
import { faultsIn } from "../../packages/rollback/src/fixtures/conventions.ts";
import { OtlpReceiver, type ReceivedSpan } from "../../packages/rollback/src/fixtures/otlp-receiver.ts";
import {
  attributesOf,
  eventsOf,
  linksOf,
  Spans,
} from "../../packages/rollback/src/fixtures/telemetry-under-test.ts";
import { keptBundle } from "../fixtures/kept-bundle.ts";
import { sqlite } from "../fixtures/sqlite.ts";
import { printedBy, runToEnd } from "../fixtures/worker-end.ts";

const folder = mkdtempSync(join(tmpdir(), "langgraph-rollback-approval-"));
const file = join(folder, "runs.sqlite");
const receiver = new OtlpReceiver();

beforeAll(() => receiver.start());
afterAll(async () => {
  await receiver.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** One process: what it printed, and the spans that the receiver has got once it has ended. */
async function run(...args: readonly string[]): Promise<{ printed: string; spans: Spans }> {
  const program = await keptBundle(join(import.meta.dirname, "../fixtures/approval-worker.ts"));
  const printed = await printedBy(runToEnd(program, [file, receiver.url, ...args]));
  return { printed: printed.trim(), spans: new Spans(receiver.spans.splice(0)) };
}

/** Value of an attribute of the only call and of the only attempt. */
const both = (spans: Spans, name: string): unknown[] =>
  ["invoke_workflow", "invoke_agent"].map((which) => attributesOf(spans.one(which))[name]);

/** Spans by names, each with that of its parent. */
const placed = ({ all }: Spans): string[] =>
  all.map(({ name, parentSpanId }) => {
    const parent = all.find(({ spanId }) => spanId === parentSpanId);
    return `${name} in ${parent?.name ?? (parentSpanId || "nothing")}`;
  });

const tokensOf = (span: ReceivedSpan): unknown[] =>
  ["input", "output"].map((kind) => attributesOf(span)[`gen_ai.usage.${kind}_tokens`]);

/** All that holds of the spans of one run over two processes. */
function expectOneRun(before: Spans, after: Spans, thread: string): Spans {
  const spans = new Spans([...before.all, ...after.all]);
  expect(faultsIn(spans.all)).toEqual([]);
  expect(spans.misplaced()).toEqual([]);
  expect(new Set(spans.all.map(({ spanId }) => spanId)).size).toBe(spans.all.length);
  // Each process has a trace of its own, and tells of the second after the first.
  const traces = [before, after].map(({ all }) => new Set(all.map(({ traceId }) => traceId)));
  expect(traces.map(({ size }) => size)).toEqual([1, 1]);
  expect(traces[0]).not.toEqual(traces[1]);
  const [asked, continued] = [before.one("invoke_workflow"), after.one("invoke_workflow")];
  expect(BigInt(asked.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(continued.startTimeUnixNano));
  expect(linksOf(continued)).toEqual([["previous-call", asked.spanId]]);
  expect(continued.links[0]?.traceId).toBe(asked.traceId);
  const runs = [...both(before, "langgraph_rollback.run"), ...both(after, "langgraph_rollback.run")];
  expect(new Set(runs).size).toBe(1);
  expect(new Set(spans.all.map((span) => attributesOf(span)["gen_ai.conversation.id"]))).toEqual(
    new Set([thread]),
  );
  expect(both(before, "langgraph_rollback.status")[0]).toBe("interrupted");
  return spans;
}

/** Addresses of the spans that `export --to otlp` writes of a thread. */
async function exportedIds(thread: string): Promise<Set<string>> {
  const { code, err, out } = await runCommand("export", file, "--to", "otlp", "--thread", thread);
  if (code !== 0) throw new Error(err);
  return idsOf(JSON.parse(out).resourceSpans[0].scopeSpans[0].spans);
}

const idsOf = (spans: readonly ReceivedSpan[]): Set<string> =>
  new Set(spans.map(({ spanId, traceId }) => `${traceId}-${spanId}`));

describe.skipIf(sqlite.open === undefined)(`a run that two processes work on${sqlite.missing}`, () => {
  it("and that a human approves a rollback of: the second one has the retry, linked to the attempt and the step of the first, and each token counts once", async () => {
    const { spans: before } = await run("rollback");
    const { printed, spans: after } = await run("rollback", '{"decision":"approve","step":1}');
    expect(printed).toBe("right");
    const spans = expectOneRun(before, after, "rollback");
    expect(placed(before)).toEqual([
      "invoke_workflow asking in nothing",
      "invoke_agent asking in invoke_workflow asking",
      "step a in invoke_agent asking",
      "step b in invoke_agent asking",
      "step c in invoke_agent asking",
    ]);
    expect(placed(after)).toEqual([
      "invoke_workflow asking in nothing",
      "invoke_agent asking in invoke_workflow asking",
      "step b in invoke_agent asking",
      "step c in invoke_agent asking",
    ]);
    const [failed, retry] = [before.one("invoke_agent"), after.one("invoke_agent")];
    expect(linksOf(retry)).toEqual([
      ["previous-attempt", failed.spanId],
      ["rewound-to", before.one("step b").spanId],
    ]);
    expect(retry.links.map(({ traceId }) => traceId)).toEqual([failed.traceId, failed.traceId]);
    expect([failed, retry].map((span) => attributesOf(span)["langgraph_rollback.attempt"])).toEqual([1, 2]);
    expect(attributesOf(retry)["langgraph_rollback.rewind.from_step"]).toBe(1);
    expect(eventsOf(after.one("invoke_workflow"), "langgraph_rollback.rolled_back")).toHaveLength(1);
    expect(attributesOf(after.one("invoke_workflow"))["langgraph_rollback.status"]).toBe("recovered");
    // The steps of both attempts, and a verdict of each.
    expect([failed, retry].map(tokensOf)).toEqual([
      [307, 31],
      [207, 21],
    ]);
    expect(spans.sum("gen_ai.usage.input_tokens")).toBe(514);
    expect(await exportedIds("rollback")).toEqual(idsOf(spans.all));
  });

  it("and that asks in a node: the second one has the same attempt, linked to its part in the first, and the steps that ran there alone", async () => {
    const { spans: before } = await run("own");
    const { printed, spans: after } = await run("own", '"yes"');
    expect(printed).toBe("right");
    const spans = expectOneRun(before, after, "own");
    const [asked, continued] = [before.one("invoke_agent"), after.one("invoke_agent")];
    expect(before.inside(asked)).toEqual(["step a"]);
    expect(after.inside(continued)).toEqual(["step b", "step c"]);
    expect(linksOf(continued)).toEqual([["previous-call", asked.spanId]]);
    expect([asked, continued].map((span) => eventsOf(span, "langgraph_rollback.paused").length)).toEqual([
      1, 0,
    ]);
    expect(attributesOf(after.one("invoke_workflow"))["langgraph_rollback.status"]).toBe("succeeded");
    expect([asked, continued].map(tokensOf)).toEqual([
      [100, 10],
      [207, 21],
    ]);
    expect(spans.sum("gen_ai.usage.output_tokens")).toBe(31);
    const exported = await exportedIds("own");
    // The first process's step lies in another trace than the attempt, which an export has once.
    expect(exported.size).toBe(5);
    expect([...idsOf(after.all)].filter((id) => !exported.has(id))).toEqual([]);
  });
});
