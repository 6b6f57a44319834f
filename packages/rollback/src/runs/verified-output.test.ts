import { AIMessage, HumanMessage, type BaseMessage } from "@langchain/core/messages";
import {
  Annotation,
  Command,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { on } from "../fixtures/chain-graph.ts";
import { middlewareAgent, question as sum } from "../fixtures/middleware-agent.ts";
import {
  readHistory,
  rollbackGraph,
  withRollback,
  type RecordedTrajectory,
  type RollbackOptions,
} from "../index.ts";
import { noteMessage, withoutNotes } from "../steps/note-message.ts";

const State = Annotation.Root({ ...MessagesAnnotation.spec, facts: Annotation<{ found: string[] }> });
type Options = RollbackOptions<unknown, typeof State.State>;

/** A graph of one node, which fails with a traceback until it is told so. */
function failingOnce(node: (state: typeof State.State) => unknown = () => undefined) {
  const isTold = ({ messages }: typeof State.State) => messages.at(-1)?.text !== "go";
  return new StateGraph(State)
    .addNode("answer", (state) => {
      node(state);
      return {
        messages: [new AIMessage(isTold(state) ? "all is well" : "Traceback: no such file")],
        facts: { found: ["a fact"] },
      };
    })
    .addEdge(START, "answer");
}

const noTraceback: Options["verify"] = ({ output }) => ({
  ok: output?.messages.every(({ text }) => !text.includes("Traceback")) === true,
  reason: "Traceback",
});

const go = { messages: [new HumanMessage({ content: "go", id: "go" })] };
const textsOf = (messages: readonly BaseMessage[] | undefined) => messages?.map(({ text }) => text);

/** Runs a graph of that kind, and gives what its verifier saw and what its caller got. */
function watched(options: Partial<Options> = {}, builder = failingOnce(), checkpointer = new MemorySaver()) {
  const seen: (typeof State.State | undefined)[] = [];
  const trajectories: RecordedTrajectory[] = [];
  const graph = withRollback(builder.compile({ checkpointer }), {
    ...options,
    verify: async (run) => {
      seen.push(run.output);
      trajectories.push(await run.trajectory());
      return (options.verify ?? noTraceback)(run);
    },
  });
  return { graph, seen, trajectories };
}

describe("a verifier", () => {
  it("does not find in the output what the note quotes; the caller's output has the note", async () => {
    const { graph, seen, trajectories } = watched();
    const { messages } = await graph.invoke(go, on("t"));
    expect((await readHistory(graph, on("t")))[0]?.status).toBe("recovered");
    expect(textsOf(seen[1]?.messages)).toEqual(["go", "all is well"]);
    expect(messages.map(({ name }) => name)).toEqual([undefined, "rollback", undefined]);
    expect(messages[1]?.text).toContain("Traceback");
    expect((await graph.getState(on("t"))).values["messages"]).toHaveLength(3);
    expect(trajectories[1]?.steps.map(({ content }) => content.includes("[rollback]"))).toEqual([false]);
  });

  it("is given the output itself where it holds no note, and otherwise the same things in it", async () => {
    const { graph, seen } = watched();
    const recovered = await graph.invoke(go, on("t"));
    expect(seen[1]).not.toBe(recovered);
    expect(seen[1]?.facts).toBe(recovered.facts);
    expect(seen[1]?.messages.every((message) => recovered.messages.includes(message))).toBe(true);
    const accepted = watched({ verify: () => true });
    expect(await accepted.graph.invoke(go, on("t"))).toBe(accepted.seen[0]);
  });

  it("finds no note of an earlier turn or attempt either", async () => {
    const { graph, seen } = watched({ verify: ({ attempt }) => attempt === 3 });
    await graph.invoke(go, on("t"));
    await graph.invoke({ messages: [new HumanMessage("once more")] }, on("t"));
    expect(seen).toHaveLength(6);
    expect(
      seen.flatMap((output) => output?.messages ?? []).filter(({ name }) => name === "rollback"),
    ).toEqual([]);
  });

  it("finds none in a run that another process resumes", async () => {
    const store = new MemorySaver();
    const asking = () =>
      failingOnce(({ messages }) => (messages.length > 1 ? interrupt<string, string>("go on?") : undefined));
    await watched({}, asking(), store).graph.invoke(go, on("t"));
    const { graph, seen } = watched({}, asking(), store);
    const { messages } = await graph.invoke(new Command({ resume: "yes" }), on("t"));
    expect(seen.map((output) => textsOf(output?.messages))).toEqual([["go", "all is well"]]);
    expect(messages).toHaveLength(3);
  });

  it("finds none in the input of a turn that a Command began, which is the thread's state", async () => {
    const inputs: unknown[] = [];
    const { graph } = watched({
      verify: ({ input, attempt }) => {
        inputs.push(input);
        return attempt === 2;
      },
    });
    await graph.invoke(go, on("t"));
    await graph.invoke(new Command({ goto: "answer", update: { messages: ["more"] } }), on("t"));
    expect(inputs).toHaveLength(4);
    for (const input of inputs.slice(2)) {
      expect(input).toMatchObject({ messages: [{ text: "go" }, { text: "all is well" }, { text: "more" }] });
    }
  });

  it("finds the messages that users name like notes, and those with ids of their own", async () => {
    const named = new HumanMessage({ content: "go", name: "rollback" });
    const { graph, seen } = watched({
      replan: () => ({ messages: [new HumanMessage({ content: "the customer called", id: "call-7" })] }),
    });
    await graph.invoke({ messages: [named] }, on("t"));
    expect(textsOf(seen[1]?.messages)).toEqual(["go", "the customer called", "all is well"]);
  });

  it.each([
    ["a text", "think again"],
    ["texts", ["think again"]],
    ["role and text", [["user", "think again"]]],
    ["a message", new HumanMessage("think again")],
    ["an object", [{ role: "user", content: "think again" }]],
  ])("does not find what a replanner puts into the conversation as %s", async (_, messages) => {
    const { graph, seen } = watched({ replan: () => ({ messages }) });
    const output = await graph.invoke(go, on("t"));
    expect(textsOf(output.messages)).toEqual(["go", "think again", "all is well"]);
    expect(textsOf(seen[1]?.messages)).toEqual(["go", "all is well"]);
  });

  it("of rollbackGraph finds none, and its `output` has them", async () => {
    const seen: (readonly string[] | undefined)[] = [];
    const graph = rollbackGraph(failingOnce().compile(), {
      verify: (run) => {
        seen.push(textsOf(run.output?.messages));
        return run.attempt === 2;
      },
    }).compile();
    const { output } = await graph.invoke({ input: go });
    expect(seen).toEqual([
      ["go", "Traceback: no such file"],
      ["go", "all is well"],
    ]);
    expect(output).toMatchObject({ messages: [{}, { name: "rollback" }, {}] });
  });

  it("of the middleware finds none, neither in output nor in input, and the caller's output has them", async () => {
    const seen: (string | undefined)[] = [];
    const { agent } = middlewareAgent("v2", {
      verify: ({ attempt, input, output }) => {
        seen.push(
          ...input.messages.map(({ name }) => name),
          ...(output?.messages ?? []).map(({ name }) => name),
        );
        return attempt === 2;
      },
    });
    await agent.invoke(sum, on("t"));
    const { messages } = await agent.invoke(sum, on("t"));
    expect(seen.length).toBeGreaterThan(20);
    expect(seen).not.toContain("rollback");
    expect(messages.filter(({ name }) => name === "rollback").length).toBeGreaterThan(1);
  });
});

describe("an output without its notes", () => {
  const note = noteMessage("again", "1");
  const said = new AIMessage("hm");

  it.each([
    ["a list of messages", [said, note], [said]],
    ["a note by itself", note, undefined],
    ["a field that is a note", { last: note, n: 1 }, { n: 1 }],
    [
      "an agent's output",
      { messages: [note, said], structuredResponse: { a: 1 } },
      { messages: [said], structuredResponse: { a: 1 } },
    ],
  ])("is made of %s", (_, output, expected) => {
    const before = structuredClone(Array.isArray(output) ? output.length : Object.keys(output));
    expect(withoutNotes(output)).toEqual(expected);
    expect(structuredClone(Array.isArray(output) ? output.length : Object.keys(output))).toEqual(before);
  });

  it.each([
    [undefined],
    [null],
    ["[rollback]"],
    [7],
    [[said]],
    [said],
    [{ messages: [said] }],
    [new Map([["a", 1]])],
  ])("is the same object where there is none: %o", (output) => {
    expect(withoutNotes<unknown>(output)).toBe(output);
  });
});
