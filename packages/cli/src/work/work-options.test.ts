import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { parseListenPlace } from "./listen-place.ts";
import { metricsText } from "./metrics-text.ts";
import { seldom } from "./seldom.ts";
import { workLine } from "./work-lines.ts";

describe("where health is served", () => {
  it.each([
    ["8080", { port: 8080 }],
    ["0", { port: 0 }],
    ["127.0.0.1:80", { host: "127.0.0.1", port: 80 }],
    ["[::1]:9000", { host: "::1", port: 9000 }],
  ])("%s", (text, place) => {
    expect(parseListenPlace(text)).toEqual(place);
  });

  it.each(["", "box", ":80", "65536", "box:", "1e3"])("is not %j", (text) => {
    expect(() => parseListenPlace(text)).toThrow(`got "${text}"`);
  });
});

describe("figures as text", () => {
  it("are in Prometheus' format", () => {
    const values = [{ labels: { graph: 'a "b"\\\n', status: "queued" }, value: 2 }, { value: 0.5 }];
    expect(metricsText([{ name: "queue_runs", kind: "gauge", help: "Runs.", values }])).toBe(
      [
        "# HELP langgraph_rollback_queue_runs Runs.",
        "# TYPE langgraph_rollback_queue_runs gauge",
        'langgraph_rollback_queue_runs{graph="a \\"b\\"\\\\\\n",status="queued"} 2',
        "langgraph_rollback_queue_runs 0.5",
        "",
      ].join("\n"),
    );
  });

  it("stay one line for each figure, whatever a label holds", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (graph) => {
        const values = [{ labels: { graph }, value: 1 }];
        const [, , line = "", ...rest] = metricsText([{ name: "x", kind: "gauge", help: "", values }]).split(
          "\n",
        );
        expect(rest).toEqual([""]);
        const [, text = ""] = /^langgraph_rollback_x\{graph="(.*)"\} 1$/s.exec(line) ?? [];
        const read = text.replaceAll(/\\(.)/gs, (_, escaped: string) => (escaped === "n" ? "\n" : escaped));
        expect(read).toBe(graph);
      }),
    );
  });
});

describe("a worker's lines", () => {
  it("say the same once a minute", () => {
    let now = 0;
    const told: string[] = [];
    const tell = seldom(
      (message) => told.push(message),
      () => now,
    );
    for (const [at, message] of [
      [0, "down"],
      [59_999, "down"],
      [59_999, "other"],
      [60_000, "down"],
    ] as const) {
      now = at;
      tell(message);
    }
    expect(told).toEqual(["down", "other", "down"]);
  });

  const run = { runId: "r", graph: "support", threadId: "t\u001B[2J", tenant: "", starts: 2, seconds: 1.25 };
  it.each([
    [{ ...run, event: "started", status: "running" } as const, "started again, start 2 (run r)"],
    [{ ...run, event: "waits", status: "waiting" } as const, "waits for an answer, after 1.3 s (run r)"],
    [{ ...run, event: "goes-on", status: "queued" } as const, "handed over after 1.3 s (run r)"],
    [
      { ...run, event: "ended", status: "failed", error: { name: "E", message: "No." } } as const,
      "failed after 1.3 s, No. (run r)",
    ],
  ])("tell of runs, and hold nothing that a terminal obeys: %j", (event, line) => {
    expect(workLine(event)).toBe(`support, thread t[2J: ${line}`);
  });
});
