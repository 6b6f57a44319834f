import { describe, expect, it } from "vitest";
import { outlines, readChecked as read } from "./fixtures/outlines.ts";
import { attributed, document, span } from "./fixtures/spans.ts";

describe("spans of one trace", () => {
  const asked = { role: "user", parts: [{ type: "text", content: "Weather in Paris?" }] };
  const calling = {
    role: "assistant",
    parts: [
      { type: "text", content: "Let me check." },
      { type: "tool_call", id: "1234", name: "get_weather", arguments: { location: "Paris" } },
    ],
  };
  const answer = {
    role: "tool",
    parts: [{ type: "tool_call_response", id: "1234", response: "rainy, 57°F" }],
  };
  const chat = (place: number, attributes: object, more: Parameters<typeof span>[1] = {}) =>
    span(place, { name: "chat", ...attributed({ "gen_ai.operation.name": "chat", ...attributes }), ...more });
  const EXPECTED = [
    ["assistant", "model", "Let me check.", ["1234", "get_weather", { location: "Paris" }]],
    ["get_weather", "tool", "rainy, 57°F"],
    ["assistant", "model", "It rains."],
  ];

  it("are paired by ids where a later call alone tells of a tool's result", async () => {
    const said = { role: "assistant", parts: [{ type: "text", content: "It rains." }] };
    const found = await read(
      document(
        chat(1, {
          "gen_ai.input.messages": JSON.stringify([asked]),
          "gen_ai.output.messages": JSON.stringify([calling]),
          "gen_ai.system_instructions": JSON.stringify([{ type: "text", content: "Be brief." }]),
        }),
        chat(2, {
          "gen_ai.input.messages": [asked, calling, answer],
          "gen_ai.output.messages": [said],
          "gen_ai.usage.input_tokens": 97,
        }),
      ),
    );
    expect(outlines(found)).toEqual([EXPECTED]);
    expect(found.imported[0]?.trajectory).toMatchObject({
      task: "Weather in Paris?",
      instructions: { assistant: "Be brief." },
    });
    expect(found.imported[0]?.origin?.steps).toMatchObject([
      { spanId: "0000000000000001" },
      { toolCallId: "1234" },
      { attributes: { "gen_ai.usage.input_tokens": 97 } },
    ]);
  });

  it("are read by the deprecated events, one a message", async () => {
    const event = (name: string, attributes: object) => ({ name, ...attributed(attributes) });
    const calls = JSON.stringify([
      { id: "1234", type: "function", function: { name: "get_weather", arguments: '{"location":"Paris"}' } },
    ]);
    const found = await read(
      document(
        chat(
          1,
          {},
          {
            events: [
              event("gen_ai.system.message", { content: "Be brief." }),
              event("gen_ai.user.message", { content: "Weather in Paris?" }),
              event("gen_ai.choice", {
                index: 0,
                message: JSON.stringify({ content: "Let me check.", tool_calls: JSON.parse(calls) }),
              }),
            ],
          },
        ),
        chat(
          2,
          {},
          {
            events: [
              event("gen_ai.user.message", { content: "Weather in Paris?" }),
              event("gen_ai.assistant.message", { content: "Let me check.", tool_calls: calls }),
              event("gen_ai.tool.message", { content: "rainy, 57°F", id: "1234" }),
              event("gen_ai.choice", {
                "gen_ai.event.content": JSON.stringify({ message: { content: "It rains." } }),
              }),
            ],
          },
        ),
      ),
    );
    expect(outlines(found)).toEqual([EXPECTED]);
    expect(found.imported[0]?.trajectory.instructions).toEqual({ assistant: "Be brief." });
  });

  it("are read by indexed attributes, of OpenLLMetry and of OpenInference", async () => {
    const first = { "gen_ai.prompt.0.role": "user", "gen_ai.prompt.0.content": "Weather in Paris?" };
    const called = (prefix: string) => ({
      [`${prefix}.role`]: "assistant",
      [`${prefix}.content`]: "Let me check.",
      [`${prefix}.tool_calls.0.id`]: "1234",
      [`${prefix}.tool_calls.0.name`]: "get_weather",
      [`${prefix}.tool_calls.0.arguments`]: '{"location":"Paris"}',
    });
    const openllmetry = document(
      chat(1, { ...first, ...called("gen_ai.completion.0") }),
      chat(2, {
        ...first,
        ...called("gen_ai.prompt.1"),
        "gen_ai.prompt.2.role": "tool",
        "gen_ai.prompt.2.content": "rainy, 57°F",
        "gen_ai.prompt.2.tool_call_id": "1234",
        "gen_ai.completion.0.role": "assistant",
        "gen_ai.completion.0.content": "It rains.",
      }),
    );
    const llm = (place: number, attributes: object) =>
      span(place, attributed({ "openinference.span.kind": "LLM", ...attributes }));
    const inputs = "llm.input_messages";
    const message = (prefix: string, role: string, text: string) => ({
      [`${prefix}.message.role`]: role,
      [`${prefix}.message.contents.0.message_content.type`]: "text",
      [`${prefix}.message.contents.0.message_content.text`]: text,
    });
    const call = (prefix: string) => ({
      ...message(prefix, "assistant", "Let me check."),
      [`${prefix}.message.tool_calls.0.tool_call.id`]: "1234",
      [`${prefix}.message.tool_calls.0.tool_call.function.name`]: "get_weather",
      [`${prefix}.message.tool_calls.0.tool_call.function.arguments`]: '{"location":"Paris"}',
    });
    const openinference = document(
      llm(1, { ...message(`${inputs}.0`, "user", "Weather in Paris?"), ...call("llm.output_messages.0") }),
      llm(2, {
        ...message(`${inputs}.0`, "user", "Weather in Paris?"),
        ...call(`${inputs}.1`),
        [`${inputs}.2.message.role`]: "tool",
        [`${inputs}.2.message.content`]: "rainy, 57°F",
        [`${inputs}.2.message.tool_call_id`]: "1234",
        ...message("llm.output_messages.0", "assistant", "It rains."),
      }),
    );
    for (const text of [openllmetry, openinference]) {
      const found = await read(text);
      expect(outlines(found)).toEqual([EXPECTED]);
      expect(found.imported[0]?.trajectory.task).toBe("Weather in Paris?");
    }
  });

  it("are read by single texts, and a tool by its own span where no model asked for it", async () => {
    const found = await read(
      document(
        chat(1, {
          "gen_ai.prompt": JSON.stringify([asked]),
          "gen_ai.completion": '{"text":"It rains.","finish_reason":"stop"}',
        }),
        span(2, {
          name: "execute_tool get_weather",
          ...attributed({
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.call.id": "77",
            input: '{"city": "New York"}',
            output: '{"status": "success"}',
          }),
        }),
      ),
    );
    expect(outlines(found)).toEqual([
      [
        ["assistant", "model", "It rains."],
        ["get_weather", "tool", '{"status": "success"}', ["77", "get_weather", { city: "New York" }]],
      ],
    ]);
  });

  it("keep agents that work side by side and inside of each other, in order of time", async () => {
    const agent = (place: number, name: string, parent?: number) =>
      span(place, {
        name: `invoke_agent ${name}`,
        ...attributed({ "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": name }),
        ...(parent === undefined ? {} : { parent }),
      });
    const says = (place: number, parent: number, content: string) =>
      chat(
        place,
        { "gen_ai.output.messages": [{ role: "assistant", parts: [{ type: "text", content }] }] },
        { parent },
      );
    const found = await read(
      // Spans stand in the order in which they ended: children first.
      document(
        says(5, 3, "c"),
        agent(3, "right", 1),
        says(4, 2, "b"),
        says(6, 2, "d"),
        agent(2, "left", 1),
        agent(7, "silent", 1),
        agent(1, "team"),
      ),
    );
    expect(outlines(found)).toEqual([
      [
        ["left", "model", "b"],
        ["right", "model", "c"],
        ["left", "model", "d"],
        ["silent", "other", ""],
      ],
    ]);
  });

  it("leave out what judges the run, and the same call told by a second instrumentation", async () => {
    const kind = (name: string) => attributed({ "openinference.span.kind": name, "output.value": name });
    const found = await read(
      document(
        span(1, kind("CHAIN")),
        span(2, { ...kind("LLM"), parent: 1 }),
        span(3, { ...kind("LLM"), parent: 2 }),
        span(4, { ...kind("EVALUATOR"), parent: 1 }),
        span(5, { ...kind("LLM"), parent: 4 }),
      ),
    );
    expect(outlines(found)).toEqual([[["assistant", "model", "LLM"]]]);
  });
});
