import { Command, INTERRUPT, MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { rollbackGraph, type RollbackOptions } from "../index.ts";

const answer = (value: unknown) => new Command<unknown, Record<string, unknown>, never>({ resume: value });
const isAsked = { [INTERRUPT]: [{ value: { type: "rollback:approve", attempt: 1 } }] };
const wrong = { b: untilTold("b") };
const right = ["a:right", "b:right", "c:right"];

type Options = Partial<RollbackOptions<unknown, { log: string[] }>>;

describe("rollbackGraph", () => {
  /** The loop as a graph around the chain. */
  function loop(options: Options = {}) {
    const { ran, builder } = chainGraph(wrong);
    const graph = rollbackGraph(builder.compile({ checkpointer: new MemorySaver() }), {
      verify: nothingWrong,
      noteChannel: "note",
      approve: "always",
      ...options,
    }).compile({ checkpointer: new MemorySaver() });
    return { ran, graph };
  }

  it("asks in its node `approve`, with the same question and the same answers", async () => {
    const { graph, ran } = loop();
    expect(await graph.invoke({ input: { log: [] } }, on("t"))).toMatchObject(isAsked);
    expect((await graph.getState(on("t"))).next).toEqual(["approve"]);
    expect(await graph.invoke(answer(true), on("t"))).toMatchObject({
      status: "recovered",
      output: { log: right },
    });
    expect(ran.join("")).toBe("abcabc");
  });

  it("gives up when it is declined", async () => {
    const { graph } = loop();
    await graph.invoke({ input: { log: [] } }, on("t"));
    const { status, attempts } = await graph.invoke(answer("decline"), on("t"));
    expect(status).toBe("gave-up");
    expect(attempts).toMatchObject([{ stopped: { by: "declined" } }]);
  });

  it("takes another step and another note", async () => {
    const { graph, ran } = loop();
    await graph.invoke({ input: { log: [] } }, on("t"));
    const moved = { decision: "approve", step: 1, note: "be right" };
    const { attempts } = await graph.invoke(answer(moved), on("t"));
    expect(attempts[0]).toMatchObject({ note: "be right", rewind: { step: 1, policy: "human" } });
    expect(ran.join("")).toBe("abcbc");
  });

  it("asks again after a wrong answer", async () => {
    const { graph } = loop();
    await graph.invoke({ input: { log: [] } }, on("t"));
    await expect(graph.invoke(answer("maybe"), on("t"))).rejects.toMatchObject({ code: "ANSWER_FORMAT" });
    expect(await graph.invoke(answer(true), on("t"))).toMatchObject({ status: "recovered" });
  });

  it("does not ask unless it is told to", async () => {
    const { graph } = loop({ approve: "never" });
    expect(await graph.invoke({ input: { log: [] } }, on("t"))).toMatchObject({ status: "recovered" });
  });
});
