import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { MemorySaver, type BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { Command, interrupt, MessagesDeltaValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { on } from "../fixtures/chain-graph.ts";
import { at } from "../fixtures/checkpoints.ts";
import { planRewind, readTrajectory, RecordingSaver, rewind } from "../index.ts";

const Conversation = new StateSchema({ messages: MessagesDeltaValue });

/** a -> b -> c; the words tell which call of a node they come from. */
function conversation(checkpointer: BaseCheckpointSaver, ask = false) {
  const said = { a: 0, b: 0, c: 0 };
  const say = (name: "a" | "b" | "c") => () => {
    const answer = ask && name === "b" && said.b > 0 ? interrupt<string, string>("really?") : "";
    return { messages: [new AIMessage(`${name}${(said[name] += 1)}${answer}`)] };
  };
  return new StateGraph(Conversation)
    .addNode("a", say("a"))
    .addNode("b", say("b"))
    .addNode("c", say("c"))
    .addEdge(START, "a")
    .addEdge("a", "b")
    .addEdge("b", "c")
    .compile({ checkpointer });
}

const turn = { messages: [new HumanMessage("go")] };
const note = { messages: [new HumanMessage({ id: "note", content: "mind b" })] };
const words = (state: { messages: readonly { text: string }[] }) =>
  state.messages.map(({ text }) => text).join(" ");

/** Runs once and rewinds to before b. */
async function rewound(graph: ReturnType<typeof conversation>, updates: Record<string, unknown> = note) {
  await graph.invoke(turn, on("t"));
  const { head, ...trajectory } = await readTrajectory(graph, on("t"));
  const { checkpoint } = await planRewind(graph, { head, ...trajectory }, 1);
  return { head, checkpoint, fork: await rewind(graph, on("t"), { checkpoint, updates }) };
}

describe("rewind of a graph whose messages are in a DeltaChannel", () => {
  it("keeps what the abandoned branch wrote out of the fork", async () => {
    const graph = conversation(new RecordingSaver(new MemorySaver()));
    const { fork } = await rewound(graph);
    expect(words((await graph.getState(at("t", fork))).values)).toBe("go a1 mind b");
    expect(words(await graph.invoke(null, at("t", fork)))).toBe("go a1 mind b b2 c2");
    expect(words((await graph.getState(on("t"))).values)).toBe("go a1 mind b b2 c2");
  });

  it("does so too when the fork is made without an update", async () => {
    const graph = conversation(new MemorySaver());
    const { fork } = await rewound(graph, {});
    expect(words(await graph.invoke(null, at("t", fork)))).toBe("go a1 b2 c2");
    expect(words((await graph.getState(on("t"))).values)).toBe("go a1 b2 c2");
  });

  it("leaves the values of the failed branch as they were", async () => {
    const graph = conversation(new MemorySaver());
    const { head, checkpoint, fork } = await rewound(graph);
    await graph.invoke(null, at("t", fork));
    expect(words((await graph.getState(at("t", head))).values)).toBe("go a1 b1 c1");
    expect(words((await graph.getState(at("t", checkpoint))).values)).toBe("go a1");
  });

  it("rewinds a branch that was itself rewound", async () => {
    const graph = conversation(new MemorySaver());
    const { fork } = await rewound(graph);
    await graph.invoke(null, at("t", fork));
    const { checkpoint } = await planRewind(graph, await readTrajectory(graph, on("t")), 2);
    const again = await rewind(graph, on("t"), { checkpoint });
    expect(words(await graph.invoke(null, at("t", again)))).toBe("go a1 mind b b2 c3");
  });

  it("keeps the note when the node after the fork asks a human and is resumed", async () => {
    const graph = conversation(new MemorySaver(), true);
    const { fork } = await rewound(graph);
    await graph.invoke(null, at("t", fork));
    expect(words(await graph.invoke(new Command({ resume: " yes" }), on("t")))).toBe(
      "go a1 mind b b2 yes c2",
    );
  });
});
