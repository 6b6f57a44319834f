import { HumanMessage } from "@langchain/core/messages";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { MessagesDeltaValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { RecordingSaver } from "langgraph-rollback";
import { describe, expect, it } from "vitest";

import { isSince } from "../fixtures/langgraph-version.ts";

/** Chance puts three tasks' ids into the order of their paths once in six runs, so all of these once in 6^12. */
const RUNS = 12;

const say = (id: string) => () => ({ messages: [new HumanMessage({ id, content: id })] });

const build = (checkpointer: BaseCheckpointSaver) =>
  new StateGraph(new StateSchema({ messages: MessagesDeltaValue }))
    .addNode("a", say("a"))
    .addNode("b", say("b"))
    .addNode("c", say("c"))
    .addEdge(START, "a")
    .addEdge(START, "b")
    .addEdge(START, "c")
    .compile({ checkpointer });

const idsIn = ({ messages }: { readonly messages: readonly { readonly id?: string }[] }): string =>
  messages.map(({ id }) => id).join();

/** In how many of some runs of three parallel writers the state that is read back has another order than the run had. */
async function differing(name: string, open: () => BaseCheckpointSaver): Promise<number> {
  let count = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const config = { configurable: { thread_id: `delta-${name}-${run}` } };
    const had = idsIn(await build(open()).invoke({ messages: [] }, config));
    const { values } = await build(open()).getState(config);
    if (idsIn(values) !== had) count += 1;
  }
  return count;
}

/** DeltaChannels that several tasks of a superstep write into, over a checkpointer that keeps no paths of tasks. */
export function canaryForDeltaOrder(open: () => BaseCheckpointSaver): void {
  describe("a DeltaChannel with three parallel writers", () => {
    it("bare, is read back in another order from LangGraph 1.5 on: once this fails, upstream keeps paths; say so in docs/checkpointers.md", async () => {
      const bare = await differing("bare", open);
      expect(bare > 0).toBe(isSince("1.5"));
    });

    it("recording, is read back as the run had it", async () => {
      expect(await differing("recording", () => new RecordingSaver(open()))).toBe(0);
    });
  });
}

/** The same over a checkpointer that keeps paths. */
export function canaryForKeptPaths(open: () => BaseCheckpointSaver): void {
  it("gives a DeltaChannel with three parallel writers back as the run had it, bare and recording", async () => {
    expect(await differing("kept", open)).toBe(0);
    expect(await differing("kept-recording", () => new RecordingSaver(open()))).toBe(0);
  });
}
