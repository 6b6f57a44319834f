import type { JsonValue } from "../shared/view/json-value.ts";
import type { MessageView, StepAddress, StepDetail } from "../shared/view/step-detail.ts";
import type { SampleStep } from "./sample-steps.ts";

/** Messages that a state shows; a real one holds all of them. */
const SHOWN = 60;

/** Messages that a step was given beside the instructions; the others are left out. */
const SEEN = 40;

/** The instructions, with Markdown, a table and code as such texts have, then the output of the steps before. */
const INSTRUCTIONS = `You price journeys. Use the **newest** list.

| column | means |
| ------ | ----- |
| fare   | one person, one way |
| nights | two a city |

\`\`\`json
{ "year": 2026, "currency": "EUR" }
\`\`\`

See [the lists](https://example.com/lists) and ![a map](https://example.com/map.png).`;

/** Input and writes of a sample step. */
export function sampleDetail(address: StepAddress, steps: readonly SampleStep[]): StepDetail | undefined {
  const step = steps[address.step];
  if (step === undefined) return undefined;
  const message = messageOf(step);
  return {
    address,
    content: step.content,
    toolCalls: step.toolCalls,
    messages: [message],
    seen: seenBy(steps, address.step),
    ...(address.step > SEEN ? { unseen: address.step - SEEN } : {}),
    before: stateAfter(steps, address.step - 1),
    after: stateAfter(steps, address.step),
    writes: [
      { channel: "messages", value: [messageJson(step)] },
      { channel: "total", value: step.total },
    ],
    origin: {
      node: step.view.node ?? step.view.agent,
      taskId: step.taskId,
      superstep: step.view.superstep ?? 0,
      namespace: step.view.depth > 0 ? "reading:1" : "",
      before: `checkpoint-${address.step}`,
      after: `checkpoint-${address.step + 1}`,
    },
    ...(step.view.kind === "model" ? { tokens: { input: 320 + address.step, output: 90 } } : {}),
    omitted: [],
  };
}

function messageOf({ view, content, toolCalls }: SampleStep): MessageView {
  return view.kind === "tool"
    ? { role: "tool", name: "search", text: content, toolCalls, toolCallId: `call-${view.index}` }
    : { role: "ai", name: view.agent, text: content, toolCalls };
}

function seenBy(steps: readonly SampleStep[], index: number): readonly MessageView[] {
  const task = { city: "Lisbon", nights: 2, museum: true };
  return [
    { role: "system", text: INSTRUCTIONS, toolCalls: [] },
    { role: "human", text: JSON.stringify(task), toolCalls: [] },
    ...steps.slice(Math.max(0, index - SEEN), index).map(messageOf),
  ];
}

function stateAfter(steps: readonly SampleStep[], index: number): JsonValue {
  const seen = steps.slice(Math.max(0, index + 1 - SHOWN), index + 1);
  const last = steps[index];
  return {
    messages: seen.map(messageJson),
    total: last?.total ?? 0,
    last_agent: last?.view.agent ?? null,
    prices: Object.fromEntries(
      seen
        .filter(({ view }) => view.kind === "tool")
        .map(({ view, content }) => [`step_${view.index + 1}`, content]),
    ),
  };
}

function messageJson({ view, taskId, content, toolCalls }: SampleStep): JsonValue {
  const calls = toolCalls.map(({ name, args, id }) => ({ name, args: JSON.stringify(args), id: id ?? null }));
  return {
    id: taskId,
    type: view.kind === "tool" ? "tool" : "ai",
    name: view.agent,
    content,
    tool_calls: calls,
  };
}
