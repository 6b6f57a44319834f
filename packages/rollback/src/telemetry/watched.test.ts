import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

import { alwaysWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { faultsIn } from "../fixtures/conventions.ts";
import { alarmByLastLine, byLastLine } from "../fixtures/scored-alarm.ts";
import { attributesOf, eventsOf, telemetryUnderTest } from "../fixtures/telemetry-under-test.ts";
import { toldChain } from "../fixtures/told-chain.ts";

/** Nothing is late on a slow machine. */
const watch = { alarm: alarmByLastLine(), scorer: byLastLine, audit: 1e-9, waitMs: 60_000 };

let under: Awaited<ReturnType<typeof telemetryUnderTest>>;

beforeAll(async () => {
  under = await telemetryUnderTest();
});
afterEach(() => {
  vi.unstubAllEnvs();
});
afterAll(() => under.stop());

/** Kinds of failures that rollbacks answered so far. */
async function failures(): Promise<readonly unknown[]> {
  const sums = await under.sums("langgraph_rollback.rollbacks");
  return Object.keys(sums).map((key) => JSON.parse(key)["langgraph_rollback.failure"]);
}

describe("an attempt that an alarm stopped", () => {
  it("has an event of the alarm and one of the early end, and no verdict and no error", async () => {
    await toldChain(under, { b: untilTold("b") }, { watch }).invoke({}, on("alarm"));
    const spans = await under.spans();
    const [first, second] = [spans.one("invoke_agent"), spans.one("invoke_agent", 1)];
    const [alarm] = eventsOf(first, "langgraph_rollback.alarm");
    expect(alarm).toMatchObject({ "langgraph_rollback.step.index": 1 });
    const value = Number(alarm?.["langgraph_rollback.alarm.value"]);
    expect(value).toBeGreaterThan(Number(alarm?.["langgraph_rollback.alarm.above"]));
    expect(eventsOf(first, "langgraph_rollback.stopped_early")).toEqual([
      { "langgraph_rollback.stopped_early.by": "alarm", "langgraph_rollback.step.index": 1 },
    ]);
    expect(eventsOf(first, "gen_ai.evaluation.result")).toEqual([]);
    expect(attributesOf(first)).not.toHaveProperty("error.type");
    expect(first.status?.code ?? 0).toBe(0);
    expect(eventsOf(second, "gen_ai.evaluation.result")).toHaveLength(1);
    expect(faultsIn(spans.all)).toEqual([]);
    expect(await failures()).toEqual(["alarm"]);
  });
});

describe("an attempt that a check stopped", () => {
  const checks = {
    b: ({ attempt }: { readonly attempt: number }) => ({ ok: attempt > 1, reason: "no total" }),
  };

  it("names the node, and the reason only where content is asked for", async () => {
    const told = async (thread: string) => {
      await toldChain(under, {}, { checks }).invoke({}, on(thread));
      const spans = await under.spans();
      expect(faultsIn(spans.all)).toEqual([]);
      return eventsOf(spans.one("invoke_agent"), "langgraph_rollback.stopped_early")[0];
    };
    const event = {
      "langgraph_rollback.stopped_early.by": "check",
      "langgraph_rollback.stopped_early.node": "b",
      "langgraph_rollback.step.index": 1,
    };
    expect(await told("check")).toEqual(event);
    vi.stubEnv("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", "event_only");
    expect(await told("check with content")).toMatchObject({
      ...event,
      "langgraph_rollback.stopped_early.reason": expect.stringContaining("no total"),
    });
    expect(await failures()).toEqual(["alarm", "check"]);
  });
});

describe("an alarm that may not stop its attempt", () => {
  it("is an event that says why, beside the verdict", async () => {
    const options = { watch, mode: "observe" } as const;
    await toldChain(under, { b: alwaysWrong("b") }, options).invoke({}, on("observed"));
    const attempt = (await under.spans()).one("invoke_agent");
    expect(eventsOf(attempt, "langgraph_rollback.alarm")).toMatchObject([
      { "langgraph_rollback.alarm.why_not": "observed", "langgraph_rollback.step.index": 1 },
    ]);
    expect(eventsOf(attempt, "langgraph_rollback.stopped_early")).toEqual([]);
    expect(eventsOf(attempt, "gen_ai.evaluation.result")).toHaveLength(1);
  });
});
