import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { fixtureFile, sharedSamples } from "../fixtures/sample-files.ts";
import { outlines, readChecked as read } from "./fixtures/outlines.ts";
import { readText } from "./fixtures/read-text.ts";
import { attributed, document, span } from "./fixtures/spans.ts";

/** The steps of a case, as one reads them in its file: agent, kind, content, calls, error. */
const TOOL_ERROR = [
  ["planner", "model", "Plan: compute May, then total."],
  ["solver", "model", "May sales.", ["call_1", "calculator", { expr: "half of 48" }]],
  ["calculator", "tool", "", "Error: calculator: bad expression half of 48"],
];
const NODE_EXCEPTION = [
  ["planner", "model", "Plan: compute May, then total."],
  ["solver", "model", "May sales.", ["call_1", "calculator", { expr: "48/2" }]],
  ["calculator", "tool", "24"],
  ["solver", "other", "", "Error: upstream model returned 529 overloaded"],
];
const solved = (
  plan: string,
  [may, first]: readonly string[],
  [total, second]: readonly string[],
  end: string,
) => [
  ["planner", "model", plan],
  ["solver", "model", "May sales.", ["call_1", "calculator", { expr: may }]],
  ["calculator", "tool", first],
  ["solver", "model", "Total.", ["call_2", "calculator", { expr: total }]],
  ["calculator", "tool", second],
  ["solver", "model", `The answer is ${second}.`],
  ["verifier", "model", end],
];
const CASES: Readonly<Record<string, unknown>> = {
  "tool-error": TOOL_ERROR,
  "node-exception": NODE_EXCEPTION,
  ok: solved("Plan: 1) May = 48/2. 2) total = April + May.", ["48/2", "24"], ["48+24", "72"], "Checked: 72."),
  "wrong-answer": solved(
    "Plan: 1) May = half of April. 2) total = April + May.",
    ["48*2", "96"],
    ["48+96", "144"],
    "Looks right: 144.",
  ),
};

describe("the four generated runs", () => {
  const files = [
    ...Object.keys(CASES).map((name) => fixtureFile(`otlp/genai-${name}.otlp.json`)),
    ...["tool-error", "node-exception", "wrong-answer"].map((name) =>
      fixtureFile(`otlp/openinference-${name}.otlp.json`),
    ),
    ...sharedSamples("otlp-genai", ".json"),
    ...sharedSamples("otlp-openinference", ".json"),
  ];

  it.each(files)("have the same steps by both conventions: %s", async (file) => {
    const text = await readFile(file, "utf8");
    const found = await read(text);
    const [name = ""] = Object.keys(CASES).filter(
      (each) => file.includes(each) && (each !== "ok" || /ok\.otlp/.test(file)),
    );
    expect(outlines(found)).toEqual([CASES[name]]);
    expect(found.left).toEqual([]);
    const [one] = found.imported;
    expect(one?.trajectory.task).toMatch(/^Natalia sold clips/);
    expect(one?.trajectory).not.toHaveProperty("outcome");
    expect(one?.origin?.fields?.["error"] !== undefined).toBe(/error|exception/.test(name));
    expect(one?.origin?.fields).toMatchObject({ conversation: `thread-${name}` });
    expect(
      one?.trajectory.steps.every(({ startedAt }) => startedAt?.startsWith("2026-11-20T09:2") === true),
    ).toBe(true);
  });
});

describe("a file", () => {
  const said = (trace: number, place: number, content: string) =>
    span(place, {
      trace,
      ...attributed({
        "gen_ai.operation.name": "chat",
        "gen_ai.output.messages": [{ role: "assistant", parts: [{ type: "text", content }] }],
      }),
    });

  it("of lines brings the spans of a trace together, wherever they stand, and lists are read, too", async () => {
    const values = [
      document(said(1, 1, "a"), said(2, 1, "x")),
      document(said(2, 2, "y")),
      document(said(1, 2, "b")),
    ];
    for (const text of [values.join("\n"), `[${values.join(",\n")}]`]) {
      const found = await read(text);
      expect(found.imported.map(({ trajectory }) => trajectory.steps.map(({ content }) => content))).toEqual([
        ["a", "b"],
        ["x", "y"],
      ]);
      expect(found.left).toEqual([]);
    }
  });

  it("may have ids in base64, times as numbers, and names as protobuf has them", async () => {
    const one = {
      trace_id: Buffer.from("00".repeat(15) + "2a", "hex").toString("base64"),
      span_id: Buffer.from("00".repeat(7) + "01", "hex").toString("base64"),
      parent_span_id: "",
      name: "chat",
      start_time_unix_nano: 1_795_166_922_743_004_000,
      ...attributed({ "gen_ai.operation.name": "chat", "gen_ai.completion": "hi" }),
    };
    const text = JSON.stringify({ resource_spans: [{ scope_spans: [{ spans: [one] }] }] });
    const [found] = (await read(text)).imported;
    expect(found?.trajectory.id).toBe(`${"0".repeat(30)}2a`);
    expect(found?.trajectory.steps[0]).toMatchObject({
      content: "hi",
      startedAt: "2026-11-20T09:28:42.743Z",
    });
  });

  it("keeps deep values and long ids from reaching readers", async () => {
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    const far = `{"key":"a","value":${deep}},{"key":"b","value":{"stringValue":${deep}}},`;
    const text = said(1, 1, "a").replace('"attributes":[', `"attributes":[${far}`);
    expect(text).toContain(deep);
    const { imported } = await readText(document(text));
    expect(() => JSON.stringify(imported)).not.toThrow();
    const long = said(1, 1, "a").replace("0000000000000001", "x".repeat(20_000));
    const { left } = await readText(document(long, long));
    expect(left.map(({ reason }) => reason.length < 200)).toEqual([true]);
  });

  it("tells what it leaves out: spans without ids, spans twice, traces without agents", async () => {
    const web = span(1, { trace: 3, name: "GET /" });
    const text = document(said(1, 1, "a"), "{}", said(1, 1, "again"), web);
    const found = await read(text);
    expect(outlines(found)).toEqual([[["assistant", "model", "a"]]]);
    expect(found.left).toEqual([
      {
        line: 1,
        field: "resourceSpans[0].scopeSpans[0].spans[1]",
        reason: "Expected a span with a `traceId`.",
      },
      { line: 1, field: "spanId", reason: "The span 0000000000000001 stands there twice; the first counts." },
      { line: 1, field: "", reason: `Trace ${"0".repeat(31)}3 has no step of an agent.` },
    ]);
    await expect(read(document(web))).rejects.toThrow(/spans of agents.*got 1/);
    await expect(read('{"some":"thing"}')).rejects.toThrow(/got 0/);
  });

  it("with a circle of parents, and with names that mean harm, is read like any other", async () => {
    const made = (place: number, parent: number) =>
      span(place, {
        parent,
        ...attributed({
          "gen_ai.operation.name": "chat",
          "gen_ai.agent.name": "__proto__",
          ["__proto__"]: 1,
        }),
      });
    const found = await read(document(made(1, 2), made(2, 1)));
    expect(outlines(found)).toEqual([
      [
        ["__proto__", "model", ""],
        ["__proto__", "model", ""],
      ],
    ]);
  });
});
