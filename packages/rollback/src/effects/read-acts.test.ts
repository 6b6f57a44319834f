import { type LangGraphRunnableConfig, MemorySaver } from "@langchain/langgraph";
import { expect, it } from "vitest";

import { doing } from "../fixtures/acting-graph.ts";
import { on } from "../fixtures/chain-graph.ts";
import { EffectWorld } from "../fixtures/effect-world.ts";
import { ask, mailing, newPost } from "../fixtures/mailing-agent.ts";
import { effect, readHistory, withRollback } from "../index.ts";
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
  let isDown = true;
  const act = (name: string, config: LangGraphRunnableConfig): unknown => {
    if (name === "work" && isDown) throw new Error("down");
    return effect(config, { name, args: name, act: () => "done" });
  };
  const tools = { mail: { hold: { release: () => {} } }, work: "read-only" } as const;
  const verify = (): boolean => false;
  const agent = withRollback(doing(new EffectWorld(), ["mail", "work"], act, checkpointer), {
    verify,
    maxRollbacks: 0,
    effects: { tools, onUnaccepted: "hold" },
  });
  await expect(agent.invoke({}, on("t"))).rejects.toThrow("down");
  isDown = false;
  await agent.invoke(null, on("t"));
  const [latest, earlier] = await readHistory(agent, on("t"));
  expect(earlier?.attempts[0]?.effects).toMatchObject([{ name: "mail", standing: "passed-on" }]);
  const mails = (await readActs(checkpointer, on("t"))).filter(({ name }) => name === "mail");
  expect(mails).toMatchObject([{ run: latest?.run, isHeld: true }]);
});

it("tells nothing of a thread without effects", async () => {
  expect(await readActs(new MemorySaver(), on("t"))).toEqual([]);
});
