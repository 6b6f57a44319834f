import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Command, START, StateGraph } from "@langchain/langgraph";
import { withRollback, type RollbackOptions } from "langgraph-rollback";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { runCommand } from "../../packages/cli/src/fixtures/run-command.ts";
import {
  chainGraph,
  ChainState,
  type ChainValues,
  nothingWrong,
  on,
  untilTold,
} from "../../packages/rollback/src/fixtures/chain-graph.ts";
import type { ReceivedSpan } from "../../packages/rollback/src/fixtures/otlp-receiver.ts";
import {
  Spans,
  linksOf,
  telemetryUnderTest,
} from "../../packages/rollback/src/fixtures/telemetry-under-test.ts";
import { sqlite } from "../fixtures/sqlite.ts";

const folder = mkdtempSync(join(tmpdir(), "langgraph-rollback-exported-"));
const db = join(folder, "runs.sqlite");
let under: Awaited<ReturnType<typeof telemetryUnderTest>>;

beforeAll(async () => {
  under = await telemetryUnderTest();
});
afterAll(async () => {
  await under.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Options = Partial<RollbackOptions<unknown, { log: string[] }>>;

function opened() {
  if (sqlite.open === undefined) throw new Error("SQLite is missing.");
  return sqlite.open(db);
}

/** a -> b -> c, in a file. */
function chain(steps: Parameters<typeof chainGraph>[0], options: Options = {}) {
  const graph = chainGraph(steps).builder.compile({ checkpointer: opened(), name: "chain" });
  return withRollback(graph, { verify: nothingWrong, noteChannel: "note", ...options });
}

async function exported(thread: string): Promise<Spans> {
  const { code, err, out } = await runCommand("export", db, "--to", "otlp", "--thread", thread);
  if (code !== 0) throw new Error(err);
  const { resourceSpans } = JSON.parse(out);
  return new Spans(resourceSpans[0].scopeSpans[0].spans);
}

/** Addresses of all spans with those of their parents: of calls, of attempts, of steps. */
const addresses = (spans: Spans) =>
  ["invoke_workflow", "invoke_agent", "step"].flatMap((kind) =>
    spans.named(kind).map(({ name, parentSpanId, spanId, traceId }) => ({
      step: kind === "step" ? name : "",
      traceId,
      spanId,
      parent: parentSpanId ?? "",
    })),
  );

const byId = <T extends { readonly spanId: string }>(all: readonly T[]): T[] =>
  all.toSorted((one, other) => (one.spanId < other.spanId ? -1 : 1));

/** Spans outside of every span of their own trace, but for calls. */
const astray = (spans: Spans): readonly ReceivedSpan[] =>
  spans.all.filter(
    ({ name, parentSpanId, traceId }) =>
      name !== "invoke_workflow" &&
      !spans.all.some((each) => each.spanId === parentSpanId && each.traceId === traceId),
  );

describe.skipIf(sqlite.open === undefined)(`an export of spans${sqlite.missing}`, () => {
  it("has the ids of the trace, the call, the attempts and the steps that live telemetry told", async () => {
    await chain({ b: untilTold("b") }, { telemetry: under.telemetry() }).invoke({}, on("live"));
    const live = await under.spans();
    const spans = await exported("live");
    expect(addresses(spans)).toEqual(addresses(live));
    expect(addresses(spans)).toHaveLength(9);
    expect(astray(spans)).toEqual([]);
  });

  it("has those of steps that ran side by side and in a subgraph, and of the steps that a retry ran itself", async () => {
    const line = (text: string) => () => ({ log: [text] });
    const inner = new StateGraph(ChainState)
      .addNode("x", line("x"))
      .addNode("y", line("y"))
      .addEdge(START, "x")
      .addEdge("x", "y");
    const builder = new StateGraph(ChainState)
      .addNode("a", line("a"))
      .addNode("left", line("left"))
      .addNode("sub", inner.compile())
      .addNode("end", async (state: ChainValues) => ({ log: [await untilTold("end")(state)] }), {
        defer: true,
      })
      .addEdge(START, "a")
      .addEdge("a", "left")
      .addEdge("a", "sub")
      .addEdge("left", "end")
      .addEdge("sub", "end");
    const guarded = withRollback(builder.compile({ checkpointer: opened(), name: "chain" }), {
      verify: nothingWrong,
      noteChannel: "note",
      approve: "always",
      telemetry: under.telemetry(),
    });
    await guarded.invoke({}, on("side by side"));
    await guarded.invoke(new Command({ resume: { decision: "approve", step: 1 } }), on("side by side"));
    const live = await under.spans();
    const spans = await exported("side by side");
    expect(byId(addresses(spans))).toEqual(byId(addresses(live)));
    expect(
      live
        .named("step")
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(["a", "end", "end", "left", "left", "x", "x", "y", "y"].map((name) => `step ${name}`));
    expect(astray(spans)).toEqual([]);
  });

  it("has each call of a run that waited, and the step that it went back to", async () => {
    let isTold = false;
    const guarded = chain(
      { b: () => (isTold ? "b:right" : "b:wrong") },
      { approve: "always", telemetry: under.telemetry() },
    );
    await guarded.invoke({}, on("waited"));
    const before = await under.spans();
    isTold = true;
    await guarded.invoke(new Command({ resume: { decision: "approve" } }), on("waited"));
    const after = await under.spans();
    const spans = await exported("waited");
    expect(addresses(spans)).toEqual(addresses(new Spans([...before.all, ...after.all])));
    const retry = after.one("invoke_agent");
    expect(linksOf(spans.one("invoke_agent", 1))).toEqual(linksOf(retry));
    expect(linksOf(spans.one("invoke_workflow", 1))).toEqual(linksOf(after.one("invoke_workflow")));
    expect(astray(spans)).toEqual([]);
  });

  it("of a run without telemetry has ids made of the thread's own, the same each time", async () => {
    await chain({ b: untilTold("b") }).invoke({}, on("untold"));
    const spans = await exported("untold");
    expect((await under.spans()).all).toEqual([]);
    expect(spans.all).toHaveLength(9);
    expect(new Set(spans.all.map(({ traceId }) => traceId)).size).toBe(1);
    expect((await exported("untold")).all).toEqual(spans.all);
    expect(astray(spans)).toEqual([]);
  });
});
