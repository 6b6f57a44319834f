import { parseTrajectory, stringifyTrajectory } from "@langgraph-rollback/attribution/trajectory";
import { describe, expect, it } from "vitest";
import { scratchFolder } from "../../fixtures/scratch-folder.ts";
import { inShort, readFileOf } from "../fixtures/read-file.ts";
import { fixtureFile } from "../fixtures/sample-files.ts";

const { file } = await scratchFolder();

const WEATHER = "What's the weather in Tokyo?";

describe("frameworks", () => {
  it.each([
    [
      "autogen-2025-06-06",
      "Say 'Hello World!'",
      {
        "autogen-chat-trace":
          "You are a helpful AI assistant. Solve tasks using your tools. Reply with TERMINATE when the task has been completed.",
      },
      ["autogen-chat-trace (model) | Hello World!"],
    ],
    [
      "claude-agent-2025-12-22",
      "What's the weather like in Berlin and New York?",
      { "claude.conversation": "You are a friendly travel assistant who helps with weather information." },
      [
        "claude.conversation (model) | I'll check the weather in both Berlin and New York for you.",
        'claude.conversation (model) | calls mcp__weather__get_weather toolu_01TKoqQLvY2UWuC49qnD48y7 {"city":"Berlin"}',
        'claude.conversation (model) | calls mcp__weather__get_weather toolu_01NtVat4vJLFfVd5TqdLHcA7 {"city":"New York"}',
        "mcp__weather__get_weather (tool) | Weather in Berlin: Cloudy, 59°F | answers toolu_01TKoqQLvY2UWuC49qnD48y7",
        "mcp__weather__get_weather (tool) | Weather in New York: Sunny, 75°F | answers toolu_01NtVat4vJLFfVd5TqdLHcA7",
        "claude.conversation (model) | Great! Here's the current weather for both cities:\n\n**Berli…",
      ],
    ],
    [
      "crewai-2025-07-11",
      expect.stringContaining("Current Task: Define the HTML for making a simple website"),
      { "Software developer": expect.stringMatching(/^You are Software developer\. An expert coder/) },
      ["Software developer (model) | I now can give a great answer  \nFinal Answer: \n```html\n<!DO…"],
    ],
    [
      "langgraph-js-2025-10-30",
      "What's the weather in San Francisco?",
      undefined,
      [
        'model_request (model) | calls get_weather call_VEZJgIQLgzcb80IIyQJm7JCi {"city":"San Francisco"}',
        "get_weather (tool) | It's always sunny in San Francisco! | answers call_VEZJgIQLgzcb80IIyQJm7JCi",
        "model_request (model) | It's always sunny in San Francisco! \n\nWould you like more d…",
      ],
    ],
    [
      "langgraph-python-2025-08-22",
      "Search the web for 'example' and summarize.",
      undefined,
      [
        'agent (model) | calls Web-Search call_1oGK863sxQHlPreFhDdEs3yl {"query":"example"}',
        'Web-Search (tool) | [{"url": "https://example.com", "title": "Example Result", … | answers call_1oGK863sxQHlPreFhDdEs3yl',
        'agent (model) | The search for "example" primarily leads to the website [ex…',
      ],
    ],
    [
      "microsoft-agent-2025-12-17",
      WEATHER,
      { "171105b7-59dd-49c0-9677-0b95395aa46a": "You are a helpful assistant." },
      [
        '171105b7-59dd-49c0-9677-0b95395aa46a (model) | calls get_weather call_CwaJHuXTm9dmHFQPlVbqyzJ0 {"location":"Tokyo, Japan"}',
        "get_weather (tool) | The weather in Tokyo, Japan is stormy with a high of 23°C. | answers call_CwaJHuXTm9dmHFQPlVbqyzJ0",
        "171105b7-59dd-49c0-9677-0b95395aa46a (model) | Current conditions in Tokyo, Japan: stormy, high around 23°…",
      ],
    ],
    [
      "openai-agents-2025-09-30",
      WEATHER,
      { "Hello world": "You are a helpful agent." },
      [
        'Hello world (model) | calls get_weather call_Kud0j0DxWSmLzv9W5m6qVqXn {"city":"Tokyo"}',
        "get_weather (tool) | The weather in Tokyo is sunny. | answers call_Kud0j0DxWSmLzv9W5m6qVqXn",
        "Hello world (model) | The weather in Tokyo is currently sunny. If you need more d…",
      ],
    ],
    [
      "vercel-aisdk-2025-11-17",
      "What is the weather like today in San Francisco?",
      undefined,
      [
        'ai.generateText (model) | calls getWeather call_DgKARp7a7IhJPDczfifMp6Ra {"location":"San Francisco"}',
        'getWeather (tool) | {"location":"San Francisco","temperature":64} | answers call_DgKARp7a7IhJPDczfifMp6Ra',
      ],
    ],
  ])("reads %s", async (name, task, instructions, steps) => {
    const { left, runs } = await readFileOf(fixtureFile(`langfuse/${name}.json`));
    expect(left).toEqual([]);
    expect(runs.map(inShort)).toEqual([steps]);
    const [run] = runs;
    if (run === undefined) throw new Error("nothing was read");
    expect(run.trajectory).toMatchObject({ task });
    expect(run.trajectory.instructions).toEqual(instructions);
    expect(run.trajectory.outcome).toBeUndefined();
    expect(parseTrajectory(stringifyTrajectory(run.trajectory))).toEqual(run.trajectory);
    expect(run.origin?.steps).toHaveLength(steps.length);
  });

  it("keeps scores, models and token counts beside the steps", async () => {
    const { runs } = await readFileOf(fixtureFile("langfuse/claude-agent-2025-12-22.json"));
    expect(runs[0]?.origin).toMatchObject({
      format: "langfuse",
      run: "097f1d8982fa909b8cffb14a166ec272",
      fields: {
        scores: [{ name: "correctness", value: 0 }, { name: "hallucination" }, { name: "toxicity" }],
      },
    });
    expect(runs[0]?.origin?.steps?.[1]).toMatchObject({ model: "claude-sonnet-4-5-20250929" });
  });
});

/** An observation as the API gives it. */
const seen = (traceId: string, id: string, fields: Readonly<Record<string, unknown>>) => ({
  id,
  traceId,
  type: "SPAN",
  name: id,
  startTime: `2026-01-01T00:00:0${/\d/.exec(id)?.[0] ?? 0}.000Z`,
  ...fields,
});

/** The same with names of fields as Langfuse writes them to a bucket. */
const apart = (value: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      each,
    ]),
  );

const lines = (...values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join("\n");

describe("observations", () => {
  const mixed = [
    seen("a", "m2", { type: "GENERATION", parentObservationId: "agent", output: "second" }),
    seen("b", "m1", { type: "GENERATION", input: "Hi", output: { role: "assistant", content: "other" } }),
    { id: "s", traceId: "a", name: "helpful", value: 1, dataType: "BOOLEAN" },
    seen("a", "m1", { type: "GENERATION", parentObservationId: "agent", output: "first" }),
    seen("a", "agent", { type: "AGENT", name: "Planner", input: { question: "Which?" } }),
    seen("a", "e3", { type: "EVALUATOR", parentObservationId: "agent" }),
    seen("a", "m3", { type: "GENERATION", parentObservationId: "e3", output: "a judge" }),
    { id: "a", name: "desk", timestamp: "2026-01-01T00:00:00Z", input: null, sessionId: "s-1" },
  ];
  const runs = {
    a: ["Planner (model) | first", "Planner (model) | second"],
    b: ["m1 (model) | other"],
  };

  it.each([
    ["lines", lines(...mixed)],
    ["a list", JSON.stringify(mixed)],
    ["a page of the API", JSON.stringify({ data: mixed, meta: { page: 1 } })],
    ["lines of a bucket", lines(...mixed.map(apart))],
  ])("of one trace may stand anywhere: %s", async (name, text) => {
    const read = await readFileOf(await file(`${name}.json`, text));
    expect(read.left).toEqual([]);
    expect(Object.fromEntries(read.runs.map((run) => [run.trajectory.id, inShort(run)]))).toEqual(runs);
    expect(read.runs[0]?.trajectory.task).toBe("Which?");
    expect(read.runs[0]?.origin?.fields).toMatchObject({
      [name.includes("bucket") ? "session_id" : "sessionId"]: "s-1",
      scores: [{ id: "s", traceId: "a", name: "helpful", value: 1 }],
    });
  });

  it("have errors, and circles and orphans are read as they stand", async () => {
    const text = lines(
      seen("c", "x1", {
        parentObservationId: "y2",
        level: "ERROR",
        statusMessage: "ValueError('too large')",
      }),
      seen("c", "y2", { parentObservationId: "x1" }),
      seen("c", "t3", { type: "TOOL", parentObservationId: "nobody", output: "7", level: "ERROR" }),
    );
    const read = await readFileOf(await file("circle.jsonl", text));
    expect(read.runs.map(inShort)).toEqual([
      ["x1 (other) | ValueError: too large", "t3 (tool) | 7 | Error: 7"],
    ]);
  });

  it("that cannot be read are told by line and field", async () => {
    const text = `${lines(seen("d", "m1", { type: "GENERATION", output: "said", level: 3, startTime: {} }), { id: "x" })}\n{"cut\n7`;
    const { left, runs: read } = await readFileOf(await file("told.jsonl", text), "langfuse");
    expect(read.map(inShort)).toEqual([["m1 (model) | said"]]);
    expect(left.map(({ field, line }) => `${line} ${field}`)).toEqual([
      "2 ",
      "3 ",
      "4 ",
      "1 startTime",
      "1 level",
    ]);
  });
});

it("reads a trace without observations as its input and its output", async () => {
  const trace = { id: "t", name: "desk", timestamp: "2026-01-01T00:00:00Z", input: '"Add 1"', output: "2" };
  const { runs } = await readFileOf(await file("traces.jsonl", lines(trace)), "langfuse");
  expect(runs[0]?.trajectory).toMatchObject({ id: "t", task: "Add 1" });
  expect(runs.map(inShort)).toEqual([["desk (other) | 2"]]);
});
