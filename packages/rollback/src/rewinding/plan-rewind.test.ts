import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import {
  MessagesAnnotation,
  MessagesDeltaValue,
  Send,
  START,
  StateGraph,
  StateSchema,
} from "@langchain/langgraph";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { on } from "../fixtures/chain-graph.ts";
import { toolAgent } from "../fixtures/fake-agent.ts";
import { commands, fanOut, input, loop, sends, sequence } from "../fixtures/graph-shapes.ts";
import { planRewind, readTrajectory, type RollbackTarget } from "../index.ts";

interface Runs extends RollbackTarget {
  invoke(input: unknown, config?: object): Promise<unknown>;
}

/** The trajectory of one run of a graph, and the step that a rewind to each of its steps goes back to. */
async function planned(
  graph: Runs,
  turn: unknown = input(),
  options: { readonly noteChannel?: string } = {},
) {
  await graph.invoke(turn, on("t"));
  const trajectory = await readTrajectory(graph, on("t"));
  const plans = await Promise.all(
    trajectory.steps.map((_, start) => planRewind(graph, trajectory, start, options)),
  );
  return { trajectory, plans, targets: plans.map(({ step }) => step) };
}

/** An AI message that calls a tool, the tool's answer, and the final word, in a DeltaChannel. */
const deltaConversation = () =>
  new StateGraph(new StateSchema({ messages: MessagesDeltaValue }))
    .addNode("ask", () => ({
      messages: [new AIMessage({ content: "", tool_calls: [{ name: "add", args: {}, id: "1" }] })],
    }))
    .addNode("answer", () => ({ messages: [new ToolMessage({ content: "5", tool_call_id: "1" })] }))
    .addNode("tell", () => ({ messages: [new AIMessage("5")] }))
    .addEdge(START, "ask")
    .addEdge("ask", "answer")
    .addEdge("answer", "tell");

describe("planRewind", () => {
  it("goes back to the checkpoint just before the step", async () => {
    const { trajectory, plans } = await planned(sequence().compile({ checkpointer: new MemorySaver() }));
    expect(plans).toEqual(
      [0, 1, 2].map((step) => ({
        step,
        kind: "superstep",
        checkpoint: trajectory.steps[step]?.origin.before,
        kept: step,
        redone: 3 - step,
      })),
    );
  });

  it("keeps the siblings before a parallel step", async () => {
    const { plans, trajectory } = await planned(fanOut().compile({ checkpointer: new MemorySaver() }));
    const [, p, q] = trajectory.steps;
    expect(plans.map(({ step, kind }) => [step, kind])).toEqual([
      [0, "superstep"],
      [1, "superstep"],
      [2, "siblings-kept"],
      [3, "superstep"],
    ]);
    expect(plans[2]).toMatchObject({
      checkpoint: q?.origin.before,
      keep: [{ taskId: p?.origin.taskId, node: "p" }],
    });
  });

  it("keeps the siblings before a step that a Send scheduled, where nothing has to reach its frozen input", async () => {
    expect((await planned(sends().compile({ checkpointer: new MemorySaver() }))).targets).toEqual([
      0, 1, 2, 3, 4,
    ]);
    expect((await planned(commands().compile({ checkpointer: new MemorySaver() }))).targets).toEqual([
      0, 1, 2,
    ]);
  });

  it("goes back to the node that sent a Send whose input has no conversation for the note", async () => {
    const graph = sends().compile({ checkpointer: new MemorySaver() });
    expect((await planned(graph, undefined, { noteChannel: "log" })).targets).toEqual([0, 0, 0, 0, 4]);
  });

  it("does not go back past a Send whose input has a conversation for the note", async () => {
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("plan", () => ({}))
      .addNode("work", ({ messages }) => ({ messages: [new AIMessage(`did ${messages[0]?.text}`)] }))
      .addEdge(START, "plan")
      .addConditionalEdges(
        "plan",
        () => ["x", "y"].map((part) => new Send("work", { messages: [new HumanMessage(part)] })),
        ["work"],
      )
      .compile({ checkpointer: new MemorySaver() });
    const { targets } = await planned(graph, { messages: [new HumanMessage("do x and y")] });
    expect(targets).toEqual([0, 1, 2]);
  });

  it.each([
    { version: "v1" as const, targets: [0, 0, 2] },
    { version: "v2" as const, targets: [0, 0, 0, 3] },
  ])("goes back to the model call of an agent's tool call ($version)", async ({ version, targets }) => {
    const agent = toolAgent(version, new MemorySaver());
    const turn = { messages: [new HumanMessage("add 2 and 3")] };
    expect((await planned(agent, turn)).targets).toEqual(targets);
  });

  it("goes back to the model call also where messages are in a DeltaChannel", async () => {
    const graph = deltaConversation().compile({ checkpointer: new MemorySaver() });
    const turn = { messages: [new HumanMessage("add 2 and 3")] };
    expect((await planned(graph, turn)).targets).toEqual([0, 0, 2]);
  });

  it("never goes further than the given step, and further back for an earlier one", async () => {
    const shapes = [sequence(), loop(), fanOut(), sends(), commands()];
    const runs = await Promise.all(
      shapes.map((builder) => planned(builder.compile({ checkpointer: new MemorySaver() }))),
    );
    fc.assert(
      fc.property(fc.constantFrom(...runs), fc.nat(), fc.nat(), ({ trajectory, targets }, one, other) => {
        const [early, late] = [one, other].map((n) => n % trajectory.steps.length).toSorted((a, b) => a - b);
        expect(targets[early ?? 0]).toBeLessThanOrEqual(early ?? 0);
        expect(targets[early ?? 0]).toBeLessThanOrEqual(targets[late ?? 0] ?? -1);
      }),
    );
  });

  it("refuses a step that the trajectory does not have", async () => {
    const graph = sequence().compile({ checkpointer: new MemorySaver() });
    const { trajectory } = await planned(graph);
    const error = new RangeError("Expected `start` in [0, 2], got 3.");
    await expect(planRewind(graph, trajectory, 3)).rejects.toThrow(error);
    await expect(planRewind(graph, trajectory, -1)).rejects.toThrow(RangeError);
  });
});
