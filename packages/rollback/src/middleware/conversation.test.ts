import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from "@langchain/core/messages";
import { messagesStateReducer } from "@langchain/langgraph";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { danglingToolCalls } from "../fixtures/adding-agent.ts";
import { trimPlan } from "./trim-plan.ts";
import { conversationTurn } from "./conversation.ts";
import { trimmedMessages } from "./end-attempt.ts";
import { noteMessage } from "../steps/note-message.ts";

/** One turn: what the user says, then rounds of so many tool calls at once, perhaps a note after one, then an answer. */
interface Turn {
  readonly rounds: readonly { readonly calls: number; readonly isNoted: boolean }[];
}

const round = fc.record({ calls: fc.integer({ min: 1, max: 3 }), isNoted: fc.boolean() });
const turns = fc.array(fc.record<Turn>({ rounds: fc.array(round, { maxLength: 4 }) }), {
  minLength: 1,
  maxLength: 3,
});

function conversationOf(all: readonly Turn[]): BaseMessage[] {
  let id = 0;
  const next = () => `m${(id += 1)}`;
  return all.flatMap(({ rounds }, turn) => [
    new HumanMessage({ id: next(), content: `question ${turn}` }),
    ...rounds.flatMap(({ calls, isNoted }) => {
      const tool_calls = Array.from({ length: calls }, () => ({ id: next(), name: "look", args: {} }));
      return [
        new AIMessage({ id: next(), content: "", tool_calls }),
        ...tool_calls.map((call) => new ToolMessage({ id: next(), content: "seen", tool_call_id: call.id })),
        ...(isNoted ? [noteMessage("try again", next())] : []),
      ];
    }),
    new AIMessage({ id: next(), content: "the answer" }),
  ]);
}

/** In "v1" the tools of one message run in one task, in "v2" each in its own. */
const tasks = {
  v1: (messages: readonly BaseMessage[]) => (answer: ToolMessage) =>
    String(messages.findLastIndex((message, at) => message.type === "ai" && at < messages.indexOf(answer))),
  v2: () => (answer: ToolMessage) => answer.tool_call_id,
};

describe.each(["v1", "v2"] as const)("a conversation's turn (%s)", (version) => {
  it("can be trimmed from any of its steps on, and stays a valid conversation", () => {
    fc.assert(
      fc.property(turns, fc.nat(), (all, suspect) => {
        const messages = conversationOf(all);
        const turn = conversationTurn(messages, { threadId: "t", taskOf: tasks[version](messages) });
        const { steps } = turn.trajectory;
        const { step } = trimPlan(turn.trajectory, suspect % steps.length);
        expect(step).toBeLessThanOrEqual(suspect % steps.length);
        expect(steps[step]?.kind).toBe("model");
        const update = trimmedMessages({ messages, positions: turn.positions }, step, "again", () => "note");
        const left = messagesStateReducer(messages, update);
        expect(danglingToolCalls(left)).toEqual([]);
        expect(left.at(-1)?.text).toBe("again");
        expect(left.slice(0, turn.asked.length)).toEqual(turn.asked);
        const answered = left.filter(({ type }) => type === "tool").length;
        const called = left.flatMap((message) => (message instanceof AIMessage ? message.tool_calls : []));
        expect(answered).toBe(called?.length);
      }),
    );
  });

  it("has a step for each answer of the model and each task of tools, and none for notes", () => {
    fc.assert(
      fc.property(turns, (all) => {
        const messages = conversationOf(all);
        const { trajectory } = conversationTurn(messages, {
          threadId: "t",
          taskOf: tasks[version](messages),
        });
        const rounds = all.at(-1)?.rounds ?? [];
        const tools = rounds.reduce((sum, { calls }) => sum + (version === "v1" ? 1 : calls), 0);
        expect(trajectory.steps).toHaveLength(rounds.length + 1 + tools);
        expect(trajectory.steps.map(({ index }) => index)).toEqual(trajectory.steps.map((_, index) => index));
        expect(trajectory.task).toBe(`question ${all.length - 1}`);
      }),
    );
  });
});

describe("a turn's start", () => {
  const messages = [
    new HumanMessage({ id: "1", content: "question" }),
    new AIMessage({ id: "2", content: "", tool_calls: [{ id: "c", name: "ask", args: {} }] }),
    new ToolMessage({ id: "3", content: "asked", tool_call_id: "c" }),
    new HumanMessage({ id: "4", content: "a tool said this for a user" }),
    new AIMessage({ id: "5", content: "answer" }),
  ];

  it("is where the agent began, whatever human messages tools have added since", () => {
    expect(conversationTurn(messages, { threadId: "t", last: "1" }).asked).toHaveLength(1);
  });

  it("is the last human message where that is not known", () => {
    expect(conversationTurn(messages, { threadId: "t", last: "gone" }).asked).toHaveLength(4);
    expect(conversationTurn([], { threadId: "t" }).trajectory.steps).toEqual([]);
  });
});
