import { AIMessage, type StandardMessageStructure } from "@langchain/core/messages";
import { END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { MemorySaver, type CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { describe, expect, inject, it } from "vitest";

import { readTrajectory } from "./read-trajectory.ts";

/** Counts how often a checkpoint is read. */
class CountingSaver extends MemorySaver {
  reads = 0;

  override getTuple(...[config]: Parameters<MemorySaver["getTuple"]>): Promise<CheckpointTuple | undefined> {
    this.reads += 1;
    return super.getTuple(config);
  }
}

const thread = { configurable: { thread_id: "t" } };
const at = (checkpoint_id: string) => ({ configurable: { ...thread.configurable, checkpoint_id } });

/** A loop around an agent that is a node; its second node passes on what the first one said. */
function looping(steps: number, checkpointer: MemorySaver) {
  const said = (id: string) =>
    new AIMessage<StandardMessageStructure>({
      id,
      content: id,
      usage_metadata: { input_tokens: 3, output_tokens: 1, total_tokens: 4 },
    });
  const agent = new StateGraph(MessagesAnnotation)
    .addNode("think", ({ messages }) => ({ messages: [said(`thought ${messages.length}`)] }))
    .addNode("pass", ({ messages }) => ({ messages: messages.slice(-2) }))
    .addEdge(START, "think")
    .addEdge("think", "pass")
    .compile();
  return new StateGraph(MessagesAnnotation)
    .addNode("agent", agent)
    .addNode("act", ({ messages }) => ({ messages: [said(`act ${messages.length}`)] }))
    .addEdge(START, "agent")
    .addEdge("agent", "act")
    .addConditionalEdges("act", ({ messages }) => (messages.length < steps ? "agent" : END))
    .compile({ checkpointer });
}

/** Two turns, the second of them with a fork in its middle. */
async function recorded(steps: number) {
  const saver = new CountingSaver();
  const graph = looping(steps, saver);
  const config = { ...thread, recursionLimit: 10 * steps };
  await graph.invoke({ messages: ["begin"] }, config);
  await looping(2 * steps, saver).invoke({ messages: ["go on"] }, config);
  const middle: string[] = [];
  for await (const { checkpoint, metadata } of saver.list({
    configurable: { ...thread.configurable, checkpoint_ns: "" },
  }))
    if (metadata?.source === "loop") middle.push(checkpoint.id);
  await looping(2 * steps, saver).invoke(null, { ...config, ...at(middle[2] ?? "") });
  const ids: string[] = [];
  for await (const { checkpoint } of saver.list({
    configurable: { ...thread.configurable, checkpoint_ns: "" },
  }))
    ids.push(checkpoint.id);
  return { saver, graph, ids: ids.toReversed() };
}

describe("reading a trajectory after another of its thread", () => {
  it("gives what reading it alone gives, whichever of the thread's branches was read before", async () => {
    const { saver, graph, ids } = await recorded(inject("allRounds") ? 4 : 2);
    const wholes = await Promise.all(ids.map((id) => readTrajectory(saver, at(id))));
    for (const known of wholes)
      for (const whole of wholes) expect(await readTrajectory(saver, at(whole.head), known)).toEqual(whole);
    const newest = wholes.at(-1);
    expect(await readTrajectory(graph, thread, newest)).toEqual(await readTrajectory(graph, thread));
  });

  it("reads only what is new", async () => {
    const { saver, ids } = await recorded(12);
    const earlier = await readTrajectory(saver, at(ids.at(-8) ?? ""));
    const counted = async (known?: typeof earlier) => {
      const before = saver.reads;
      await readTrajectory(saver, thread, known);
      return saver.reads - before;
    };
    expect(earlier.steps.length).toBeGreaterThan(10);
    expect(await counted(earlier)).toBeLessThan((await counted()) / 2);
  });

  it("counts a message's tokens once, also where it was counted before", async () => {
    const { saver, ids } = await recorded(4);
    for (const id of ids) {
      const { steps } = await readTrajectory(saver, thread, await readTrajectory(saver, at(id)));
      const messages = steps.flatMap(({ tokens }) => tokens?.messages ?? []);
      expect(messages.length).toBeGreaterThan(1);
      expect(new Set(messages).size).toBe(messages.length);
      expect(steps.every(({ tokens }) => tokens === undefined || tokens.input === 3)).toBe(true);
    }
  });
});
