import { AIMessage, HumanMessage, isToolMessage } from "@langchain/core/messages";
import { DynamicTool, tool } from "@langchain/core/tools";
import { FakeListChatModel, FakeLLM } from "@langchain/core/utils/testing";
import {
  Annotation,
  Command,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { createAgent } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { answeringFrom } from "../answers/answering.ts";
import { ANSWERS_NAMESPACE, readAnswers } from "../answers/read-answers.ts";
import { ungatedListener } from "../answers/ungated-listener.ts";
import { on } from "../fixtures/chain-graph.ts";
import { recordedGate } from "../fixtures/recorded-gate.ts";
import { calling, scriptedModel } from "../fixtures/scripted-model.ts";
import { readHistory, rollbackGraph, withRollback, type RollbackEvent } from "../index.ts";

const both = { models: true, tools: true };

/** The entries of a thread's only run. */
async function recordedOf(saver: MemorySaver, graph: Parameters<typeof readHistory>[0], thread = "t") {
  const [run] = await readHistory(graph, on(thread));
  return readAnswers(saver, thread, run?.run ?? "");
}

/** An agent that looks something up, and then answers; its model and its tool count their calls. */
function lookingAgent(checkpointer?: MemorySaver, found: () => string = () => "the answer is 42") {
  let looks = 0;
  const look = tool(
    ({ at }) => {
      looks += 1;
      return `${found()} (${at})`;
    },
    { name: "look", description: "looks something up", schema: z.object({ at: z.string() }) },
  );
  const { model, counted } = scriptedModel((messages) => {
    const last = messages.at(-1);
    if (last !== undefined && isToolMessage(last)) return `It says: ${last.text}`;
    return calling({ name: "look", args: { at: "a" } }, { name: "look", args: { at: "b" } });
  });
  const agent = createAgent({
    model,
    tools: [look],
    ...(checkpointer === undefined ? {} : { checkpointer }),
  });
  return { agent, counts: () => ({ looks, asked: counted.calls }) };
}
const question = { messages: [new HumanMessage({ content: "what is it?", id: "question" })] };

describe("a run that is recorded", () => {
  it("gives the same messages again, ids included, with neither model nor tool called", async () => {
    const saver = new MemorySaver();
    const { agent, counts } = lookingAgent(saver);
    const graph = withRollback(agent, { verify: () => true, record: both });
    const live = await graph.invoke(question, on("t"));
    const { answers, unreadable } = await recordedOf(saver, graph);
    expect(unreadable).toBe(0);
    expect(answers.map(({ kind, attempt, task }) => [kind, attempt, task.namespace.split(":")[0]])).toEqual([
      ["model", 1, "model_request"],
      ["tool", 1, "tools"],
      ["tool", 1, "tools"],
      ["model", 1, "model_request"],
    ]);
    const before = counts();
    const gate = recordedGate(answers);
    const again = lookingAgent();
    const { messages } = await answeringFrom(gate, () =>
      again.agent.invoke(question, { callbacks: [ungatedListener(gate)] }),
    );
    const told = (all: typeof messages) =>
      all.map(({ id, text, type }, index) => [type, text, type === "tool" ? index : id]);
    expect(told(messages)).toEqual(told(live.messages));
    expect(counts()).toEqual(before);
    expect(again.counts()).toEqual({ looks: 0, asked: 0 });
  });

  it("records each attempt by its number, and what subgraphs and the code of nodes call", async () => {
    const saver = new MemorySaver();
    const ask = tool(() => null, { name: "ask", description: "", schema: z.object({}) });
    const say = new FakeListChatModel({ responses: ["said 1", "said 2"] });
    const write = new FakeLLM({ response: "written" });
    const inner = new StateGraph(MessagesAnnotation)
      .addNode("call", async () => {
        const given: unknown = await ask.invoke({});
        return { messages: [new AIMessage(`asked: ${String(given)}`)] };
      })
      .addNode("write", async ({ messages }) => ({ messages: [new AIMessage(await write.invoke(messages))] }))
      .addEdge(START, "call")
      .addEdge("call", "write")
      .compile();
    const outer = new StateGraph(MessagesAnnotation)
      .addNode("inner", inner)
      .addNode("say", async ({ messages }) => ({ messages: [await say.invoke(messages)] }))
      .addEdge(START, "inner")
      .addEdge("inner", "say")
      .compile({ checkpointer: saver });
    const graph = withRollback(outer, {
      verify: () => false,
      maxRollbacks: 1,
      record: both,
    });
    await graph.invoke(question, on("t"));
    const { answers } = await recordedOf(saver, graph);
    expect(
      answers.map(({ attempt, kind, name, task }) => [
        attempt,
        kind,
        name,
        task.namespace.replaceAll(/:[^|]+/g, ""),
      ]),
    ).toEqual(
      [1, 2].flatMap((attempt) => [
        [attempt, "tool", "ask", "inner|call"],
        [attempt, "model", "FakeLLM", "inner|write"],
        [attempt, "model", "FakeListChatModel", "say"],
      ]),
    );
    expect(answers[0]).toHaveProperty("answer", null);
    expect(answers[0]).not.toHaveProperty("error");
    const firsts = recordedGate(answers.filter(({ attempt }) => attempt === 1));
    const { messages } = await answeringFrom(firsts, () => outer.invoke(question, on("again")));
    expect(messages.map(({ text }) => text)).toEqual(["what is it?", "asked: null", "written", "said 1"]);
  });

  it("throws a recorded error again, by its name and message", async () => {
    const saver = new MemorySaver();
    let isDown = true;
    const fetching = tool(
      () => {
        if (isDown) throw Object.assign(new Error("503 from upstream"), { name: "UpstreamError" });
        return "up";
      },
      { name: "fetch", description: "", schema: z.object({}) },
    );
    const State = Annotation.Root({ said: Annotation<string> });
    const builder = new StateGraph(State)
      .addNode("try", async () => {
        try {
          return { said: await fetching.invoke({}) };
        } catch (error) {
          return { said: String(error) };
        }
      })
      .addEdge(START, "try");
    const graph = withRollback(builder.compile({ checkpointer: saver }), {
      verify: () => true,
      record: both,
    });
    const live = await graph.invoke({ said: "" }, on("t"));
    expect(live.said).toBe("UpstreamError: 503 from upstream");
    isDown = false;
    const { answers } = await recordedOf(saver, graph);
    expect(await answeringFrom(recordedGate(answers), () => builder.compile().invoke({ said: "" }))).toEqual(
      live,
    );
  });

  it("is recorded over a pause, as one attempt", async () => {
    const saver = new MemorySaver();
    const { model } = scriptedModel((_, call) => `said ${call}`);
    const paused = new StateGraph(MessagesAnnotation)
      .addNode("one", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
      .addNode("two", async ({ messages }) => {
        interrupt("go on?");
        return { messages: [await model.invoke(messages)] };
      })
      .addEdge(START, "one")
      .addEdge("one", "two")
      .compile({ checkpointer: saver });
    const graph = withRollback(paused, { verify: () => true, record: both });
    await graph.invoke(question, on("t"));
    expect((await recordedOf(saver, graph)).answers).toHaveLength(1);
    await graph.invoke(new Command({ resume: true }), on("t"));
    const { answers } = await recordedOf(saver, graph);
    expect(answers).toMatchObject(
      [1, 2].map((call) => ({ attempt: 1, answer: { messages: [{ content: `said ${call}` }] } })),
    );
  });

  it("stores what was answered before an abort, and as open a call that goes on after it", async () => {
    const saver = new MemorySaver();
    const controller = new AbortController();
    const { model } = scriptedModel(() => "said");
    // LangChain does not end the call of such a tool when its signal aborts.
    const slow = new DynamicTool({
      name: "slow",
      description: "",
      func: async () => {
        controller.abort(new Error("stopped"));
        await new Promise((resolve) => setTimeout(resolve, 20));
        return "late";
      },
    });
    const calls = new StateGraph(MessagesAnnotation)
      .addNode("call", async ({ messages }) => {
        const said = await model.invoke(messages);
        await slow.invoke(said.text);
        return {};
      })
      .addEdge(START, "call")
      .compile({ checkpointer: saver });
    const graph = withRollback(calls, { verify: () => true, record: both });
    const { signal } = controller;
    await expect(graph.invoke(question, { ...on("t"), signal })).rejects.toThrow("stopped");
    const stored = async () => {
      const [run = ""] = Object.keys(saver.storage["t"]?.[ANSWERS_NAMESPACE] ?? {});
      return (await readAnswers(saver, "t", run)).answers.map(({ kind, end }) => [kind, end]);
    };
    await expect.poll(stored).toEqual([
      ["model", "answered"],
      ["tool", "open"],
    ]);
  });

  it("is recorded in mode observe, and by rollbackGraph, in the same way", async () => {
    const saver = new MemorySaver();
    const observed = withRollback(lookingAgent(saver).agent, {
      verify: () => false,
      mode: "observe",
      record: both,
    });
    await observed.invoke(question, on("observed"));
    expect((await recordedOf(saver, observed, "observed")).answers).toHaveLength(4);
    const inner = new StateGraph(MessagesAnnotation)
      .addNode("say", async ({ messages }) => ({
        messages: [await new FakeListChatModel({ responses: ["said"] }).invoke(messages)],
      }))
      .addEdge(START, "say")
      .compile({ checkpointer: saver });
    const graph = rollbackGraph(inner, { verify: () => true, record: { models: true } }).compile({
      checkpointer: new MemorySaver(),
    });
    await graph.invoke({ input: question, threadId: "inner" }, on("graph"));
    const threads = Object.entries(saver.storage).filter(([, spaces]) => ANSWERS_NAMESPACE in spaces);
    expect(threads).toHaveLength(2);
  });

  it("keeps secrets out of the checkpointer's answers, and matches prompts all the same", async () => {
    const saver = new MemorySaver();
    const redact = (text: string) => text.replaceAll(/sk-\w+/g, "[key]");
    const { agent } = lookingAgent(saver, () => "the key is sk-live");
    const graph = withRollback(agent, { verify: () => true, record: { ...both, redact } });
    await graph.invoke(question, on("t"));
    const { answers } = await recordedOf(saver, graph);
    expect(JSON.stringify(answers)).not.toContain("sk-live");
    const gate = recordedGate(answers, redact);
    const config = { callbacks: [ungatedListener(gate)] };
    const { messages } = await answeringFrom(gate, () => lookingAgent().agent.invoke(question, config));
    expect(messages.at(-1)?.text).toBe("It says: the key is [key] (b)");
  });
});

describe("without the option", () => {
  it.each([undefined, {}, { models: false }])("nothing is recorded: %o", async (record) => {
    const saver = new MemorySaver();
    const graph = withRollback(lookingAgent(saver).agent, { verify: () => true, ...(record && { record }) });
    await graph.invoke(question, on("t"));
    expect(Object.keys(saver.storage["t"] ?? {})).not.toContain(ANSWERS_NAMESPACE);
  });

  it("an option that does not exist, or is none, is refused", () => {
    const { agent } = lookingAgent(new MemorySaver());
    const withRecord = (record: object) => () => withRollback(agent, { verify: () => true, record });
    expect(withRecord({ model: true })).toThrow("record.model");
    expect(withRecord({ models: "yes" })).toThrow("record.models");
    expect(withRecord({ redact: "no" })).toThrow("record.redact");
  });
});

describe("a checkpointer that does not store answers", () => {
  class ForgetfulSaver extends MemorySaver {
    override async putWrites(...args: Parameters<MemorySaver["putWrites"]>): Promise<void> {
      if (args[0].configurable?.["checkpoint_ns"] === ANSWERS_NAMESPACE) throw new Error("the disk is full");
      await super.putWrites(...args);
    }
  }

  it("does not fail the run, which tells of it once an attempt, in an event and in its history", async () => {
    const saver = new ForgetfulSaver();
    const events: RollbackEvent[] = [];
    const { agent } = lookingAgent(saver);
    const graph = withRollback(agent, {
      verify: () => false,
      maxRollbacks: 1,
      record: both,
      onEvent: (event) => events.push(event),
    });
    const { messages } = await graph.invoke(question, on("t"));
    expect(messages.at(-1)?.text).toBe("It says: the answer is 42 (b)");
    const problem = {
      code: "ANSWERS_NOT_RECORDED",
      name: "AnswersNotRecordedError",
      message: "4 answers of models or tools could not be recorded: the disk is full",
    };
    expect(events.filter(({ type }) => type === "rollback:problem")).toMatchObject([
      { attempt: 1, problem },
      { attempt: 2, problem },
    ]);
    const [run] = await readHistory(graph, on("t"));
    expect(run?.problems).toMatchObject([
      { attempt: 1, problem },
      { attempt: 2, problem },
    ]);
  });
});
