import { expect, it } from "vitest";
import { scratchFolder } from "../../fixtures/scratch-folder.ts";
import { readFileOf } from "../fixtures/read-file.ts";
import { attributed, document, span } from "../otlp/fixtures/spans.ts";

const { file } = await scratchFolder();

/** "No." with a probability of e^-0.5, then a call of one token, whose other choice was as likely. */
const TOKENS = [
  { token: "No.", logprob: -0.5, top_logprobs: [] },
  { token: "{}", logprob: -Math.LN2, top_logprobs: [{ token: "[]", logprob: -Math.LN2 }] },
];
const READ = {
  tokens: 2,
  mean: -(0.5 + Math.LN2) / 2,
  least: -Math.LN2,
  unlikely: 0,
  argumentEntropy: expect.closeTo(Math.LN2, 9),
};
const logprobs = { content: TOKENS };
const call = { id: "c", type: "function", function: { name: "look", arguments: "{}" } };
const said = { role: "assistant", content: "No.", tool_calls: [call] };
const asked = [{ role: "user", content: "Is it?" }];

const langsmith = (outputs: unknown) =>
  JSON.stringify({
    id: "r",
    trace_id: "r",
    run_type: "llm",
    name: "model",
    start_time: "2026-01-01T00:00:00Z",
    inputs: { messages: asked },
    outputs,
  });
const langfuse = (output: unknown) =>
  JSON.stringify({
    id: "o",
    traceId: "t",
    type: "GENERATION",
    name: "model",
    startTime: "2026-01-01T00:00:00Z",
    input: asked,
    output,
  });
const otlp = (attributes: object) =>
  document(span(1, { name: "model", ...attributed({ "openinference.span.kind": "LLM", ...attributes }) }));

/** As LangChain serializes a message. */
const serialized = (more: object) => ({
  lc: 1,
  type: "constructor",
  id: ["langchain_core", "messages", "AIMessage"],
  kwargs: { content: "No.", tool_calls: [{ name: "look", args: {}, id: "c" }], ...more },
});
const indexed = {
  "llm.input_messages.0.message.role": "user",
  "llm.input_messages.0.message.content": "Is it?",
  "llm.output_messages.0.message.role": "assistant",
  "llm.output_messages.0.message.content": "No.",
  "llm.output_messages.0.message.tool_calls.0.tool_call.function.name": "look",
  "llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments": "{}",
};
const generation = {
  generations: [[{ text: "No.", message: serialized({ response_metadata: { logprobs } }) }]],
};
const choices = { choices: [{ index: 0, message: said, logprobs }] };

it.each([
  ["LangChain's message in LangSmith", langsmith(generation)],
  [
    "LangChain's generation in LangSmith",
    langsmith({
      generations: [[{ text: "No.", message: serialized({}), generation_info: { logprobs } }]],
    }),
  ],
  ["OpenAI's answer in LangSmith", langsmith(choices)],
  [
    "an answer of OpenAI's Responses in LangSmith",
    langsmith({
      output: [
        {
          type: "message",
          role: "assistant",
          content: [{ type: "output_text", text: "No.", logprobs: TOKENS.slice(0, 1) }],
        },
      ],
    }),
    { tokens: 1, mean: -0.5, least: -0.5, unlikely: 0 },
  ],
  ["OpenAI's answer in Langfuse", langfuse(choices)],
  ["a message in Langfuse", langfuse({ ...said, response_metadata: { logprobs } })],
  ["OpenAI's answer by OpenInference", otlp({ ...indexed, "output.value": JSON.stringify(choices) })],
  ["LangChain's answer by OpenInference", otlp({ ...indexed, "output.value": JSON.stringify(generation) })],
])("the step of %s keeps what log-probabilities say", async (name, text, read = READ) => {
  const { left, runs } = await readFileOf(await file(`${name}.jsonl`, `${text}\n`));
  expect(left).toEqual([]);
  expect(runs[0]?.trajectory.steps.map((step) => step.logprobs)).toEqual([read]);
});

it.each([
  ["none", langsmith({ choices: [{ message: said, logprobs: null }] })],
  ["texts in their place", langfuse({ ...said, logprobs: { content: [{ token: "No.", logprob: "high" }] } })],
  ["one message's for two", langsmith({ messages: [said, said], logprobs })],
  ["attributes without the answer", otlp(indexed)],
])("a step has no log-probabilities from %s", async (name, text) => {
  const { runs } = await readFileOf(await file(`${name}.jsonl`, `${text}\n`));
  expect(runs[0]?.trajectory.steps[0]).toMatchObject({ kind: "model" });
  expect(runs[0]?.trajectory.steps[0]).not.toHaveProperty("logprobs");
});
