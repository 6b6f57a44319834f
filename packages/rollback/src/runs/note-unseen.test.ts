import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, HumanMessage, RemoveMessage, type BaseMessage } from "@langchain/core/messages";
import {
  Annotation,
  Command,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  REMOVE_ALL_MESSAGES,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { createAgent, createMiddleware, tool, type AgentMiddleware } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { on } from "../fixtures/chain-graph.ts";
import type { RollbackTarget } from "../langgraph/compiled-graph.ts";
import { getReplanNote, readHistory, withRollback, type RunHistory } from "../index.ts";

/** A model that answers as a function of what it is given says. */
class Answering extends BaseChatModel {
  readonly #answer: (messages: readonly BaseMessage[]) => AIMessage;

  constructor(answer: (messages: readonly BaseMessage[]) => AIMessage) {
    super({});
    this.#answer = answer;
  }

  _llmType(): string {
    return "answering";
  }

  override bindTools(): this {
    return this;
  }

  async _generate(messages: BaseMessage[]) {
    const message = this.#answer(messages);
    return Promise.resolve({ generations: [{ text: message.text, message }] });
  }
}

const says = (text: string): AIMessage => new AIMessage(text);
const isTold = (messages: readonly BaseMessage[]): boolean =>
  messages.some(({ text }) => text.includes("[rollback]"));

const look = tool(({ i }) => `fact ${i}`, {
  name: "look",
  description: "Looks a fact up.",
  schema: z.object({ i: z.number() }),
});

/** Looks six facts up, and then answers 42 if it is told. */
const looking = () =>
  new Answering((messages) => {
    const fact = messages.findLast((message) => message.type === "tool")?.text;
    const next = fact === undefined ? 0 : Number(fact.split(" ")[1]) + 1;
    if (next > 5) return says(isTold(messages) ? "42" : "41");
    return new AIMessage({
      content: "",
      tool_calls: [{ name: "look", args: { i: next }, id: `c${next}`, type: "tool_call" }],
    });
  });

async function played(middleware: readonly AgentMiddleware[], model = looking()): Promise<RunHistory> {
  const agent = createAgent({ model, tools: [look], checkpointer: new MemorySaver(), middleware });
  const graph = withRollback(agent, {
    verify: ({ output }) => ({ ok: output?.messages.at(-1)?.text === "42", reason: "not 42" }),
    maxRollbacks: 1,
  });
  await graph.invoke({ messages: [{ role: "user", content: "go" }] }, { ...on("t"), recursionLimit: 60 });
  const [run] = await readHistory(graph, on("t"));
  if (run === undefined) throw new Error("Nothing was recorded.");
  return run;
}

const codesOf = ({ problems }: RunHistory): readonly string[] =>
  problems.map(({ attempt, problem: { code } }) => `${attempt} ${code}`);

/** Puts a summary in the place of all but the last messages, in a node of its own. */
function summing(sum: (messages: readonly BaseMessage[]) => string) {
  const summariser = new Answering((messages) => says(sum(messages)));
  return createMiddleware({
    name: "Summing",
    beforeModel: async ({ messages }) => {
      if (messages.length < 6) return undefined;
      const { text } = await summariser.invoke(messages);
      const removeAll = new RemoveMessage({ id: REMOVE_ALL_MESSAGES });
      return { messages: [removeAll, new HumanMessage(text), ...messages.slice(-3)] };
    },
  });
}

const everything = (messages: readonly BaseMessage[]): string => messages.map(({ text }) => text).join(" ");

describe("a note that an agent was given", () => {
  it("is seen where its messages go to the model as they are", async () => {
    const run = await played([]);
    expect(run.attempts[1]?.calls).toEqual({ calls: 7, withNote: 7, note: "seen" });
    expect(codesOf(run)).toEqual([]);
  });

  it("is unseen where a summary leaves it out, although the summariser and the first calls had it", async () => {
    const run = await played([summing(() => "The user asked for an answer.")]);
    expect(run.attempts[1]?.calls).toMatchObject({ note: "unseen" });
    expect(run.attempts[1]?.calls?.withNote).toBeGreaterThan(0);
    expect(codesOf(run)).toEqual(["2 NOTE_UNSEEN"]);
    expect(run.problems[0]?.problem.message).toContain("but not the last ones");
  });

  it("is seen where a summary holds it, or its beginning", async () => {
    const beginning = (messages: readonly BaseMessage[]): string => {
      const text = everything(messages);
      return text.slice(text.indexOf("[rollback]")).slice(0, 220);
    };
    for (const sum of [everything, beginning]) {
      const run = await played([summing(sum)]);
      expect(run.status).toBe("recovered");
      expect(codesOf(run)).toEqual([]);
    }
  });

  it("is unseen where a window cuts it off", async () => {
    const window = createMiddleware({
      name: "Window",
      wrapModelCall: (request, handler) =>
        handler({ ...request, messages: [...request.messages.slice(0, 1), ...request.messages.slice(-4)] }),
    });
    expect(codesOf(await played([window]))).toEqual(["2 NOTE_UNSEEN"]);
  });

  it("is unseen where each call sums the conversation up before it asks", async () => {
    const short = new Answering(() => says("The user wants an answer."));
    const summingFirst = createMiddleware({
      name: "SummingFirst",
      wrapModelCall: async (request, handler) => {
        await short.invoke(request.messages);
        return handler({
          ...request,
          messages: request.messages.filter((message) => message.type === "tool"),
        });
      },
    });
    const run = await played([summingFirst]);
    expect(run.attempts[1]?.calls).toEqual({ calls: 14, withNote: 7, note: "unseen" });
    expect(codesOf(run)).toEqual(["2 NOTE_UNSEEN"]);
  });

  it("is seen where `wrapModelCall` puts it back", async () => {
    const window = createMiddleware({
      name: "Window",
      wrapModelCall: (request, handler) => {
        const note = getReplanNote(request.runtime);
        const kept = request.messages.slice(-4);
        return handler({
          ...request,
          messages: note === undefined ? kept : [new HumanMessage(note), ...kept],
        });
      },
    });
    const run = await played([window]);
    expect(run.status).toBe("recovered");
    expect(codesOf(run)).toEqual([]);
  });
});

const State = Annotation.Root({ ...MessagesAnnotation.spec, plan: Annotation<string> });
const answer42 = ({ output }: { readonly output: typeof State.State | undefined }) =>
  output?.messages.at(-1)?.text === "42";

const watching = { verify: answer42, maxRollbacks: 1 };
const saved = () => ({ checkpointer: new MemorySaver() });

async function historyOf(
  graph: RollbackTarget & { invoke(input: { messages: BaseMessage[] }, config: object): Promise<unknown> },
): Promise<RunHistory> {
  await graph.invoke({ messages: [new HumanMessage("go")] }, on("t"));
  const [run] = await readHistory(graph, on("t"));
  if (run === undefined) throw new Error("Nothing was recorded.");
  return run;
}

describe("a note that a graph was given", () => {
  const planner = new Answering((messages) => says(isTold(messages) ? "say 42" : "say 41"));
  const writer = new Answering((messages) => says(messages.at(-1)?.text.slice(4) ?? ""));
  const planning = () =>
    new StateGraph(State)
      .addNode("write", async ({ plan }) => ({ messages: [await writer.invoke([new HumanMessage(plan)])] }))
      .addNode("decide", async ({ messages }) => ({ plan: (await planner.invoke(messages)).text }))
      .addEdge(START, "decide")
      .addEdge("decide", "write");

  it("is seen where one node reads it and another goes by what that one says", async () => {
    const run = await historyOf(withRollback(planning().compile(saved()), watching));
    expect(run.status).toBe("recovered");
    expect(run.attempts[1]?.calls).toEqual({ calls: 2, withNote: 1, note: "seen" });
    expect(codesOf(run)).toEqual([]);
  });

  it("is unseen where no node gives it to a model", async () => {
    const run = await historyOf(
      withRollback(
        new StateGraph(State)
          .addNode("write", async () => ({ messages: [await writer.invoke([new HumanMessage("say 41")])] }))
          .addEdge(START, "write")
          .compile(saved()),
        watching,
      ),
    );
    expect(run.attempts[1]?.calls).toEqual({ calls: 1, withNote: 0, note: "unseen" });
    expect(codesOf(run)).toEqual(["2 NOTE_UNSEEN"]);
    expect(run.problems[0]?.problem.message).toContain("None of the 1 model calls of attempt 2");
  });

  it("is not known to be seen where no model is heard, and that is no problem", async () => {
    const run = await historyOf(
      withRollback(
        new StateGraph(State)
          .addNode("write", () => ({ messages: [says("41")] }))
          .addEdge(START, "write")
          .compile(saved()),
        watching,
      ),
    );
    expect(run.attempts[0]).not.toHaveProperty("calls");
    expect(run.attempts[1]?.calls).toEqual({ calls: 0, withNote: 0, note: "unknown" });
    expect(codesOf(run)).toEqual([]);
  });

  it("is not known to be unseen where the retry was interrupted: its first part ran in another call", async () => {
    const builder = planning()
      .addNode("ask", ({ plan }) => {
        interrupt("fine?");
        return { plan };
      })
      .addEdge("write", "ask")
      .addNode("end", async ({ messages }) => ({
        messages: [await writer.invoke([new HumanMessage(`say ${messages.at(-1)?.text}`)])],
      }))
      .addEdge("ask", "end");
    const graph = withRollback(builder.compile(saved()), watching);
    await graph.invoke({ messages: [new HumanMessage("go")] }, on("t"));
    await graph.invoke(new Command({ resume: "yes" }), on("t"));
    await graph.invoke(new Command({ resume: "yes" }), on("t"));
    const [run] = await readHistory(graph, on("t"));
    expect(run?.attempts[1]?.calls).toMatchObject({ calls: 1, withNote: 0, note: "unknown" });
    expect(run?.problems).toEqual([]);
  });
});
