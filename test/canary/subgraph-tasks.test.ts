import { AIMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { Command, START, StateGraph } from "@langchain/langgraph";
import { createDeepAgent } from "deepagents";
import { fakeModel } from "langchain";
import { describe, expect, it } from "vitest";

import { input, LogState, stored, thread } from "./graphs.ts";

const namespacesOf = async (graph: Parameters<typeof stored>[0]): Promise<readonly string[]> => {
  const namespaces = (await stored(graph, {})).map(({ config }) =>
    String(config.configurable?.["checkpoint_ns"]),
  );
  return [...new Set(namespaces)];
};

describe("Command.PARENT (else a step that went well is taken for one that failed)", () => {
  const leaving = () =>
    new StateGraph(LogState)
      .addNode(
        "team",
        new StateGraph(LogState)
          .addNode(
            "hand",
            () => new Command({ graph: Command.PARENT, goto: "finish", update: { log: ["hand"] } }),
          )
          .addEdge(START, "hand")
          .compile(),
        { ends: ["finish"] },
      )
      .addNode("finish", () => ({ log: ["finish"] }))
      .addEdge(START, "team")
      .compile({ checkpointer: new MemorySaver() });

  it("leaves an error named ParentCommand as the inner node's only write, and no inner checkpoint after it", async () => {
    const graph = leaving();
    await graph.invoke(input, thread);
    const [, inner = ""] = (await namespacesOf(graph)).toSorted();
    const [head] = await stored(graph, { checkpoint_ns: inner });
    expect(head?.pendingWrites?.map(([, channel, value]) => [channel, value])).toEqual([
      ["__error__", { name: "ParentCommand", message: "" }],
    ]);
  });

  it("makes its update and goto the outer node's writes", async () => {
    const graph = leaving();
    await graph.invoke(input, thread);
    const before = (await stored(graph)).find(({ metadata }) => metadata?.step === 0);
    expect(before?.pendingWrites?.map(([, channel, value]) => [channel, value])).toEqual([
      ["log", ["hand"]],
      ["branch:to:finish", "team"],
    ]);
  });
});

describe("a subgraph's namespace (else its steps are not found, or another subgraph's are)", () => {
  const around = (checkpointer?: boolean) =>
    new StateGraph(LogState)
      .addNode(
        "team",
        new StateGraph(LogState)
          .addNode("x", () => ({ log: ["x"] }))
          .addEdge(START, "x")
          .compile(checkpointer === undefined ? {} : { checkpointer }),
      )
      .addEdge(START, "team")
      .compile({ checkpointer: new MemorySaver() });

  it.each([
    { kind: "an inherited checkpointer", graph: around(), namespace: [/^team:[\w-]{36}$/] },
    { kind: "checkpointer: true", graph: around(true), namespace: [/^team$/] },
    { kind: "checkpointer: false", graph: around(false), namespace: [] },
  ])("is known for $kind", async ({ graph, namespace }) => {
    await graph.invoke(input, thread);
    const inner = (await namespacesOf(graph)).filter((name) => name !== "");
    expect(inner).toEqual(namespace.map((pattern) => expect.stringMatching(pattern)));
  });

  it("belongs to a checkpoint whose metadata.parents names the checkpoint around it", async () => {
    const graph = around();
    await graph.invoke(input, thread);
    const outer = (await stored(graph))[1];
    const inner = (await stored(graph, {})).find(
      ({ config }) => config.configurable?.["checkpoint_ns"] !== "",
    );
    expect(inner?.metadata?.parents).toEqual({ "": outer?.checkpoint.id });
  });

  it("ends with a number from the second graph on that one task calls", async () => {
    const inner = new StateGraph(LogState)
      .addNode("x", () => ({ log: ["x"] }))
      .addEdge(START, "x")
      .compile();
    const graph = new StateGraph(LogState)
      .addNode("caller", async (state) => {
        await inner.invoke(state);
        return await inner.invoke(state);
      })
      .addEdge(START, "caller")
      .compile({ checkpointer: new MemorySaver() });
    await graph.invoke(input, thread);
    const found = (await namespacesOf(graph)).filter((name) => name !== "");
    expect(found.map((name) => name.split("|")[1])).toEqual(expect.arrayContaining([undefined, "1"]));
  });

  it("is that of the node which calls it, where a function calls it", async () => {
    const inner = new StateGraph(LogState)
      .addNode("x", () => ({ log: ["x"] }))
      .addEdge(START, "x")
      .compile();
    const graph = new StateGraph(LogState)
      .addNode("caller", async (state) => await inner.invoke(state))
      .addEdge(START, "caller")
      .compile({ checkpointer: new MemorySaver() });
    await graph.invoke(input, thread);
    const found = (await namespacesOf(graph)).filter((name) => name !== "");
    expect(found).toEqual([expect.stringMatching(/^caller:[\w-]{36}$/)]);
  });
});

describe("a deep agent (else its subagents' steps are taken for its own)", () => {
  it("keeps a subagent's checkpoints under the task of the tool that called it", async () => {
    const call = (name: string, args: Record<string, unknown>, id: string) =>
      new AIMessage({ content: "", tool_calls: [{ name, args, id, type: "tool_call" as const }] });
    const agent = createDeepAgent({
      model: fakeModel()
        .respond(call("task", { description: "help", subagent_type: "helper" }, "call-1"))
        .respond(new AIMessage("done")),
      subagents: [
        {
          name: "helper",
          description: "helps",
          systemPrompt: "You help.",
          model: fakeModel().respond(new AIMessage("helped")),
        },
      ],
      checkpointer: new MemorySaver(),
    });
    await agent.invoke({ messages: [{ role: "user", content: "go" }] }, thread);
    const { graph } = agent;
    const before = (await stored(graph)).find(({ checkpoint }) => {
      const sends: unknown = checkpoint.channel_values["__pregel_tasks"];
      return Array.isArray(sends) && sends.length > 0;
    });
    const [toolTask] = before?.pendingWrites?.map(([id]) => id) ?? [];
    expect(new Set(await namespacesOf(graph))).toEqual(new Set(["", `tools:${toolTask}`]));
  });
});
