import { AIMessage, isAIMessage, type BaseMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { answeredCalls, isTold } from "@langgraph-rollback/example-simulation";

interface Call {
  readonly name: string;
  readonly args: Readonly<Record<string, string>>;
}

/** More answers than any run of the demo needs. */
const ANSWERS = 40;

const read = (path: string): Call => ({ name: "read_file", args: { path } });
const write = (path: string, content: string): Call => ({ name: "write_file", args: { path, content } });
const run: Call = { name: "run_tests", args: {} };

/**
 * A simulated model: a script at the place of a chat model. It mends the wrong file until the conversation has a note of a rollback, and the right one afterwards.
 * It knows nothing but the conversation.
 */
export function scriptedModel(): ReturnType<typeof fakeModel> {
  const model = fakeModel();
  for (let answer = 0; answer < ANSWERS; answer += 1) model.respond(nextMessage);
  return model;
}

/** Looks at the project first, then mends it. */
function nextMessage(messages: readonly BaseMessage[]): AIMessage {
  const turn = messages.filter(isAIMessage).length;
  const moves: readonly (readonly Call[])[] = [
    [{ name: "list_files", args: {} }],
    [read("src/receipt.js"), read("src/discount.js"), read("test/receipt.test.js")],
    [run],
    ...(isTold(messages) ? [mended(messages), [run]] : [mistaken(messages)]),
  ];
  const calls = moves[turn];
  return calls === undefined ? closing(messages) : calling(calls, turn);
}

/** The planted fault: a second discount in the wrong file, and a test of its own that wants what comes of it. */
function mistaken(messages: readonly BaseMessage[]): readonly Call[] {
  const receipt = textOf("src/receipt.js", messages).replace(
    '  return "Total: " + discounted(sum)',
    '  const due = sum >= 100 ? sum * 0.9 : sum;\n  return "Total: " + discounted(due)',
  );
  return [write("src/receipt.js", receipt), write("test/scratch.test.js", SCRATCH)];
}

const SCRATCH = `import assert from "node:assert/strict";
import { test } from "node:test";
import { totalLine } from "../src/receipt.js";

test("scratch: 120 euros", () => {
  assert.equal(totalLine([120]), "Total: 97.20 euros");
});
`;

const mended = (messages: readonly BaseMessage[]): readonly Call[] => [
  write(
    "src/discount.js",
    textOf("src/discount.js", messages)
      .replace("for large purchases", "from 100 euros on")
      .replace("> 100", ">= 100"),
  ),
];

/** The text of a file as it was read last. */
const textOf = (path: string, messages: readonly BaseMessage[]): string =>
  answeredCalls(messages).findLast(({ name, args }) => name === "read_file" && args["path"] === path)
    ?.answer ?? "";

function closing(messages: readonly BaseMessage[]): AIMessage {
  const last = answeredCalls(messages).at(-1);
  const isFailing = last?.name === "run_tests" && !last.answer.startsWith("All ");
  return new AIMessage(isFailing ? "The tests still fail." : "A purchase of 100 euros gets 10 % off now.");
}

function calling(calls: readonly Call[], turn: number): AIMessage {
  return new AIMessage({
    content: "",
    tool_calls: calls.map(({ name, args }, index) => ({
      type: "tool_call" as const,
      id: `call-${turn}-${index}`,
      name,
      args: { ...args },
    })),
  });
}
