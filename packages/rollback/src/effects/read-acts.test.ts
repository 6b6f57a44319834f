import { MemorySaver } from "@langchain/langgraph";
import { expect, it } from "vitest";

import { on } from "../fixtures/chain-graph.ts";
import { ask, mailing, newPost } from "../fixtures/mailing-agent.ts";
import { readHistory } from "../index.ts";
import { readActs } from "./read-acts.ts";

it("tells the acts of all attempts, with what the agent got of them, and whether they are held", async () => {
  const checkpointer = new MemorySaver();
  const post = newPost();
  post.refuses.add("a2");
  await mailing(post, { checkpointer }).invoke(ask, on("t"));
  const acts = await readActs(checkpointer, on("t"));
  const receipt = { value: expect.stringMatching(/^"send_mail" is accepted/) };
  expect(acts).toMatchObject([
    { name: "send_mail", args: { to: "a1" }, class: "held", attempt: 1, result: receipt, isHeld: false },
    { args: { to: "a2" }, attempt: 2, result: receipt, isHeld: true, hasFailed: true, canBeHeld: true },
  ]);
});

it("tells an act once that a run has taken over which continues another one", async () => {
  const checkpointer = new MemorySaver();
  const effects = { tools: { send_mail: "hold" }, onUnaccepted: "hold" } as const;
  const agent = mailing(newPost(), { checkpointer, effects, wrong: 3, maxRollbacks: 0 });
  await agent.invoke(ask, on("t"));
  await agent.invoke(null, on("t"));
  const [latest] = await readHistory(agent, on("t"));
  expect(await readActs(checkpointer, on("t"))).toMatchObject([{ run: latest?.run, isHeld: true }]);
});

it("tells nothing of a thread without effects", async () => {
  expect(await readActs(new MemorySaver(), on("t"))).toEqual([]);
});
