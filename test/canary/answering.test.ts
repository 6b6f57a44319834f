import { MemorySaver, type BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { Command, interrupt, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { sqlite } from "../fixtures/sqlite.ts";
import { input, LogState, thread } from "./graphs.ts";

const asks = (question: string): number =>
  interrupt<string, number>(question, { responseSchema: z.number() });
const answer = (value: unknown) => new Command<unknown, Record<string, unknown>, never>({ resume: value });

/** A graph of one node that asks twice and does not like 13. */
function asking(checkpointer: BaseCheckpointSaver) {
  const ask = () => {
    const answers = [asks("one?"), asks("two?")];
    if (answers.includes(13)) throw new RangeError("13");
    return { log: answers.map(String) };
  };
  return new StateGraph(LogState).addNode("ask", ask).addEdge(START, "ask").compile({ checkpointer });
}

/** Writes of the task that asks, as the store holds them. */
async function writesOf(graph: ReturnType<typeof asking>, saver: BaseCheckpointSaver) {
  const { tasks } = await graph.getState(thread);
  const tuple = await saver.getTuple(thread);
  const own = (tuple?.pendingWrites ?? []).filter(([task]) => task === tasks[0]?.id);
  return Object.fromEntries(own.map(([, channel, value]) => [channel, value]));
}

const stores = [
  ["memory", () => new MemorySaver()],
  ["SQLite", () => sqlite.open?.(":memory:") ?? new MemorySaver()],
] as const;

describe.each(stores)(
  "a task whose answer is refused, over %s (else it counts as a failed attempt)",
  (_, open) => {
    it("stores an error beside its interrupt with the schema, and no more answers than before", async () => {
      const saver = open();
      const graph = asking(saver);
      await graph.invoke(input, thread);
      await expect(graph.invoke(answer("1"), thread)).rejects.toHaveProperty("issues");
      const first = await writesOf(graph, saver);
      expect(first).toMatchObject({ __error__: { name: expect.stringMatching(/ZodError$/) } });
      expect([first["__interrupt__"]].flat()).toMatchObject([
        { value: "one?", response_schema: { type: "number" } },
      ]);
      expect(first).not.toHaveProperty("__resume__");
      await graph.invoke(answer(1), thread);
      expect(await writesOf(graph, saver)).toMatchObject({ __resume__: [1] });
      await expect(graph.invoke(answer("2"), thread)).rejects.toHaveProperty("issues");
      expect(await writesOf(graph, saver)).toMatchObject({ __resume__: [1] });
      expect((await graph.invoke(answer(2), thread)).log).toEqual(["in", "1", "2"]);
    });

    it("stores the answer, too, if it has taken it and throws later", async () => {
      const saver = open();
      const graph = asking(saver);
      await graph.invoke(input, thread);
      await graph.invoke(answer(1), thread);
      await expect(graph.invoke(answer(13), thread)).rejects.toThrow("13");
      expect(await writesOf(graph, saver)).toMatchObject({
        __error__: { message: "13" },
        __resume__: [1, 13],
      });
    });
  },
);
