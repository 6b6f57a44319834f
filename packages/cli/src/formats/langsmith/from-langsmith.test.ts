import { parseTrajectory, stringifyTrajectory } from "@langgraph-rollback/attribution/trajectory";
import { describe, expect, it } from "vitest";
import { scratchFolder } from "../../fixtures/scratch-folder.ts";
import { inShort, readFileOf } from "../fixtures/read-file.ts";
import { fixtureFile, sharedSamples } from "../fixtures/sample-files.ts";

const { file } = await scratchFolder();
const TASK = /^Natalia sold clips to 48 of her friends/;

describe("a LangGraph run", () => {
  it.each([
    [
      "math-wrong-answer.http",
      [
        "planner (model) | Plan: 1) May = half of April. 2) total = April + May.",
        'solver (model) | May sales. | calls calculator call_1 {"expr":"48*2"}',
        "calculator (tool) | 96 | answers call_1",
        'solver (model) | Total. | calls calculator call_2 {"expr":"48+96"}',
        "calculator (tool) | 144 | answers call_2",
        "solver (model) | The answer is 144.",
        "verifier (model) | Looks right: 144.",
      ],
    ],
    [
      "math-tool-error.runs",
      [
        "planner (model) | Plan: compute May, then total.",
        'solver (model) | May sales. | calls calculator call_1 {"expr":"half of 48"}',
        "calculator (tool) | answers call_1 | Error: calculator: bad expression half of 48",
      ],
    ],
    [
      "math-node-exception.runs",
      [
        "planner (model) | Plan: compute May, then total.",
        'solver (model) | May sales. | calls calculator call_1 {"expr":"48/2"}',
        "calculator (tool) | 24 | answers call_1",
        "solver (other) | Error: upstream model returned 529 overloaded",
      ],
    ],
  ])("has the steps of its agents and tools: %s", async (name, steps) => {
    const { left, runs } = await readFileOf(fixtureFile(`langsmith/${name}.json`));
    expect(left).toEqual([]);
    expect(runs.map(inShort)).toEqual([steps]);
    const [run] = runs;
    if (run === undefined) throw new Error("nothing was read");
    expect(run.trajectory.task).toMatch(TASK);
    expect(parseTrajectory(stringifyTrajectory(run.trajectory))).toEqual(run.trajectory);
  });

  it("keeps where its steps ran, and how many tokens they took", async () => {
    const { runs } = await readFileOf(fixtureFile("langsmith/math-wrong-answer.http.json"));
    expect(runs[0]?.trajectory.steps[0]).toMatchObject({
      startedAt: "2026-11-20T09:28:42.319004Z",
      endedAt: "2026-11-20T09:28:42.334Z",
    });
    expect(runs[0]?.origin).toMatchObject({
      run: "01a1f849-6623-705b-8c56-f99d2b8ce06c",
      fields: { session_name: "demo", metadata: { thread_id: "thread-wrong-answer" } },
    });
    expect(runs[0]?.origin?.steps?.[0]).toMatchObject({
      run_type: "llm",
      metadata: { langgraph_step: 1, usage_metadata: { total_tokens: 60 } },
    });
  });

  // Both stand in the shared samples alone.
  it.each(sharedSamples("langsmith-run", "wrong-answer.runs.json"))(
    "is the same as runs and as requests",
    async (runs) => {
      const one = await readFileOf(runs);
      const other = await readFileOf(runs.replace(".runs.", ".http."));
      expect(one.runs[0]?.trajectory).toEqual(other.runs[0]?.trajectory);
    },
  );
});

/** A run as LangSmith's client gives it. */
const run = (id: string, fields: Readonly<Record<string, unknown>> = {}) => ({
  id,
  trace_id: "root",
  parent_run_id: "root",
  name: id,
  run_type: "chain",
  start_time: `2026-01-01T00:00:0${/\d/.exec(id)?.[0] ?? 0}`,
  ...fields,
});
const root = run("root", { parent_run_id: null, name: "desk", inputs: { question: "Which?" } });
const lines = (...values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join("\n");
const said = (content: unknown, more = {}) => ({
  choices: [{ message: { role: "assistant", content, ...more } }],
});

const read = async (name: string, text: string) => readFileOf(await file(name, text), "langsmith");

describe("runs", () => {
  const mixed = [
    run("m2", { run_type: "llm", outputs: said("second") }),
    run("z1", { trace_id: "other", parent_run_id: undefined, run_type: "llm", outputs: said("alone") }),
    { id: "f", run_id: "root", trace_id: "root", key: "correctness", score: 0 },
    run("m1", { run_type: "llm", outputs: said("first") }),
    root,
  ];
  const steps = { root: ["desk (model) | first", "desk (model) | second"], other: ["z1 (model) | alone"] };

  it.each([
    ["lines", lines(...mixed)],
    ["a list", JSON.stringify(mixed, null, 1)],
    ["runs in an object", JSON.stringify({ runs: mixed.toReversed() })],
    [
      "requests",
      lines(
        { post: mixed.slice(0, 2) },
        { method: "POST", path: "/runs/multipart", body: { post: mixed.slice(2) } },
      ),
    ],
  ])("of one trace may stand anywhere: %s", async (name, text) => {
    const { left, runs } = await read(`${name}.json`, text);
    expect(left).toEqual([]);
    expect(Object.fromEntries(runs.map((each) => [each.trajectory.id, inShort(each)]))).toEqual(steps);
    const own = runs.find(({ trajectory }) => trajectory.id === "root");
    expect(own?.trajectory.task).toBe("Which?");
    expect(own?.origin?.fields).toMatchObject({ feedback: [{ key: "correctness", score: 0 }] });
  });

  it("of a bulk export have texts of JSON", async () => {
    const asText = (each: object) =>
      Object.fromEntries(
        Object.entries(each).map(([name, value]) => [
          name,
          typeof value === "object" && value !== null ? JSON.stringify(value) : value,
        ]),
      );
    const node = { extra: { metadata: { langgraph_node: "planner" } }, tags: ["seq:step:1"] };
    const rows = [
      root,
      run("m1", { run_type: "llm", ...node, start_time: "2026-01-01 00:00:01.5", outputs: said("first") }),
      run("t2", { run_type: "tool", outputs: { output: "24" } }),
    ];
    const { left, runs } = await read("rows.jsonl", lines(...rows.map(asText)));
    expect(left).toEqual([]);
    expect(runs.map(inShort)).toEqual([["planner (model) | first", "t2 (tool) | 24"]]);
    expect(runs[0]?.trajectory).toMatchObject({
      task: "Which?",
      steps: [{ startedAt: "2026-01-01T00:00:01.500Z" }, {}],
    });
  });

  it("of `runs.query` have metadata of their own, and kinds in capitals", async () => {
    const order = {
      dotted_order: "20260101T000000000000Zroot.20260101T000001000000Zm1",
      parent_run_id: undefined,
    };
    const own = { run_type: "LLM", metadata: { langgraph_node: "planner" }, outputs: said("first") };
    const { runs } = await read("query.jsonl", lines(root, run("m1", { ...order, ...own })));
    expect(runs.map(inShort)).toEqual([["planner (model) | first"]]);
    expect(runs[0]?.origin?.steps?.[0]).toMatchObject({
      parent: "root",
      metadata: { langgraph_node: "planner" },
    });
  });

  it("may hold their child runs", async () => {
    const children = [run("m1", { trace_id: undefined, run_type: "llm", outputs: said("first") })];
    const { runs } = await read("nested.json", JSON.stringify({ ...root, child_runs: children }));
    expect(runs.map(inShort)).toEqual([["desk (model) | first"]]);
  });

  it("are one with the requests that end them", async () => {
    const begun = run("m1", {
      run_type: "llm",
      start_time: 1_767_225_600_000,
      inputs: { messages: [{ role: "user", content: "Hi" }] },
    });
    const patch = {
      method: "PATCH",
      path: "/runs/m1",
      body: { trace_id: "root", end_time: 1_767_225_601_000, outputs: said("Hello"), inputs: null },
    };
    const { runs } = await read(
      "requests.jsonl",
      lines({ method: "POST", path: "/runs", body: begun }, patch),
    );
    expect(runs[0]?.trajectory).toMatchObject({
      task: "Hi",
      steps: [
        { content: "Hello", startedAt: "2026-01-01T00:00:00.000Z", endedAt: "2026-01-01T00:00:01.000Z" },
      ],
    });
  });

  it("of models alone have their tools' answers from the next prompt", async () => {
    const call = { id: "c1", type: "function", function: { name: "add", arguments: '{"a":1}' } };
    const { runs } = await read(
      "wrapped.jsonl",
      lines(
        root,
        run("m1", { run_type: "llm", outputs: said(null, { tool_calls: [call] }) }),
        run("m2", {
          run_type: "llm",
          inputs: { messages: [{ role: "tool", tool_call_id: "c1", content: "2" }] },
          outputs: said("2."),
        }),
      ),
    );
    expect(runs.map(inShort)).toEqual([
      ['desk (model) | calls add c1 {"a":1}', "add (tool) | 2 | answers c1", "desk (model) | 2."],
    ]);
  });

  it("keep agents at work at the same time apart, each with its instructions and its tools' answers", async () => {
    const inNode = (node: string) => ({
      extra: { metadata: { langgraph_node: "agent", langgraph_checkpoint_ns: `${node}:1|agent:2` } },
    });
    const prompt = (text: string) => ({
      messages: [
        [
          { type: "system", data: { content: text } },
          { type: "human", content: "Go." },
        ],
      ],
    });
    const answer = (id: string, args: object) => ({
      generations: [
        [
          {
            text: "",
            message: { type: "ai", data: { content: "", tool_calls: [{ name: "find", id, args }] } },
          },
        ],
      ],
    });
    const { runs } = await read(
      "parallel.jsonl",
      lines(
        root,
        run("m1", {
          run_type: "llm",
          ...inNode("left"),
          inputs: prompt("You are left."),
          outputs: answer("c1", { q: "l" }),
        }),
        run("n1", {
          run_type: "llm",
          ...inNode("right"),
          inputs: prompt("You are right."),
          outputs: answer("c2", { q: "r" }),
        }),
        run("t2", {
          run_type: "tool",
          name: "find",
          inputs: { input: '{"q":"r"}' },
          outputs: { output: "R" },
        }),
        run("u2", {
          run_type: "tool",
          name: "find",
          inputs: { input: '{"q":"l"}' },
          outputs: { output: "L" },
        }),
      ),
    );
    expect(runs.map(inShort)).toEqual([
      [
        'left (model) | calls find c1 {"q":"l"}',
        'right (model) | calls find c2 {"q":"r"}',
        "find (tool) | R | answers c2",
        "find (tool) | L | answers c1",
      ],
    ]);
    expect(runs[0]?.trajectory.instructions).toEqual({ left: "You are left.", right: "You are right." });
  });

  it("tell errors without their stacks, and a pause is none", async () => {
    const failed = (id: string, error: string) => run(id, { run_type: "tool", error });
    const { runs } = await read(
      "errors.jsonl",
      lines(
        root,
        failed("t1", "ValueError('too large')Traceback (most recent call last):\n  File"),
        failed("t2", "GraphInterrupt((Interrupt(value='Go on?'),))"),
        failed("t3", "boom\n\nRangeError: boom\n    at add (x.js:1:2)"),
        failed("t4", "KeyError: 'a'"),
      ),
    );
    expect(runs.map(inShort)).toEqual([
      [
        "t1 (tool) | ValueError: too large",
        "t2 (tool)",
        "t3 (tool) | RangeError: boom",
        "t4 (tool) | KeyError: 'a'",
      ],
    ]);
  });

  it("that cannot be read are told by line and field", async () => {
    const text = `${lines(root, run("m1", { run_type: "llm", outputs: said("said"), tags: "x", start_time: [] }), { a: 1 })}\n{"cut\n`;
    const { left, runs } = await read("told.jsonl", text);
    expect(runs.map(inShort)).toEqual([["desk (model) | said"]]);
    expect(left.map(({ field, line }) => `${line} ${field}`)).toEqual(["3 ", "4 ", "2 start_time", "2 tags"]);
  });

  it("are read as what they are if only the outermost is there", async () => {
    const { runs } = await read("root.jsonl", lines({ ...root, outputs: { output: "This one." } }));
    expect(runs.map(inShort)).toEqual([["desk (other) | This one."]]);
  });
});
