import { Command, interrupt } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { chainGraph, on, untilTold } from "../fixtures/chain-graph.ts";
import { contentsOf } from "../fixtures/contents-of.ts";
import {
  lastOf,
  observedAndNot,
  observingOptions,
  REASON,
  RIGHT,
  WRONG,
  type Steps,
} from "../fixtures/observed-chain.ts";
import { readHistory, resumeRollback, withRollback } from "../index.ts";

describe("a thread that is observed in one call and rolled back in another", () => {
  const steps: Steps = {
    a: ({ note }) => `${String(interrupt("go on?"))}:${note === "" ? "early" : "right"}`,
    b: untilTold("b"),
  };
  const answer = () => new Command<unknown, Record<string, unknown>, never>({ resume: "a" });

  it("continues with a new turn", async () => {
    const verify = ({ output }: { readonly output?: unknown }) =>
      JSON.stringify(output).endsWith('"b:right","c:right"],"note":""}') ||
      JSON.stringify(output).includes("[rollback]");
    const { observed, rolledBack } = await observedAndNot({ b: untilTold("b") }, { verify });
    for (const graph of [observed, rolledBack, observed]) await graph.invoke({ log: [] }, on("t"));
    const { log } = (await observed.getState(on("t"))).values;
    expect(log).toEqual([...WRONG, ...RIGHT, ...RIGHT]);
    const statuses = (await readHistory(observed, on("t"))).map(({ status }) => status);
    expect(statuses).toEqual(["succeeded", "recovered", "gave-up"]);
  });

  it("is rolled back when the call is that answers its interrupt", async () => {
    const { ran, observed, rolledBack } = await observedAndNot(steps);
    expect(await observed.invoke({ log: [] }, on("t"))).toHaveProperty("__interrupt__");
    expect((await rolledBack.invoke(answer(), on("t"))).log).toEqual(["a:early", "b:right", "c:right"]);
    expect(ran.join("")).toBe("aabcbc");
    expect((await lastOf(observed)).run?.status).toBe("recovered");
  });

  it("is not rolled back when that call only observes", async () => {
    const { ran, observed, rolledBack } = await observedAndNot(steps);
    await rolledBack.invoke({ log: [] }, on("t"));
    expect((await observed.invoke(answer(), on("t"))).log).toEqual(["a:early", "b:wrong", "c:right"]);
    expect(ran.join("")).toBe("aabc");
    expect((await lastOf(observed)).run?.reason).toBe(REASON);
  });

  it("ends where a later attempt waited and fails while it is only observed", async () => {
    const asksAgain: Steps = {
      b: ({ note }) => (note === "" ? "b:wrong" : `${String(interrupt("go on?"))}:wrong`),
    };
    const { ran, observed, rolledBack } = await observedAndNot(asksAgain);
    expect(await rolledBack.invoke({ log: [] }, on("t"))).toHaveProperty("__interrupt__");
    expect((await observed.invoke(answer(), on("t"))).log).toEqual(["a:right", "a:wrong", "c:right"]);
    expect(ran.join("")).toBe("abcbbc");
    expect((await lastOf(observed)).record).toMatchObject({ attempt: 2, stopped: { by: "observing" } });
  });

  it.each([true, { decision: "approve", step: 0 }, false, "what?"])(
    "does not carry out the open question's plan, for any answer: %s",
    async (resume) => {
      const { ran, observed, rolledBack } = await observedAndNot(
        { b: untilTold("b") },
        { approve: "always" },
      );
      expect(await rolledBack.invoke({ log: [] }, on("t"))).toHaveProperty("__interrupt__");
      expect((await observed.invoke(new Command({ resume }), on("t"))).log).toEqual(WRONG);
      expect(ran.join("")).toBe("abc");
      expect((await lastOf(observed)).run).toMatchObject({ status: "gave-up", reason: REASON });
      expect((await observed.getState(on("t"))).tasks).toEqual([]);
    },
  );
});

describe("a rollback that a crash has cut off before its fork", () => {
  /** A thread whose decision stands in the history, and is not carried out. */
  async function cutOff() {
    const graphs = await observedAndNot({ b: untilTold("b") });
    const { checkpointer } = graphs;
    const stop = new AbortController();
    const dying = withRollback(chainGraph({ b: untilTold("b") }).builder.compile({ checkpointer }), {
      ...(await observingOptions()),
      revalidate: () => {
        stop.abort();
        throw new Error("the process dies");
      },
    });
    await expect(dying.invoke({ log: [] }, { ...on("t"), signal: stop.signal })).rejects.toThrow("aborted");
    expect((await lastOf(checkpointer)).run?.status).toBe("running");
    return graphs;
  }

  it.each(["null", "resumeRollback"])("waits for a call that is not only observed: %s", async (way) => {
    const { ran, checkpointer, observed, rolledBack } = await cutOff();
    const before = await contentsOf(checkpointer);
    const again = way === "null" ? observed.invoke(null, on("t")) : resumeRollback(observed, on("t"));
    expect((await again).log).toEqual(WRONG);
    expect(ran).toEqual([]);
    expect(await contentsOf(checkpointer)).toEqual(before);
    expect((await rolledBack.invoke(null, on("t"))).log).toEqual(RIGHT);
    expect(ran.join("")).toBe("bc");
  });
});

describe("resumeRollback of a run that was only observed", () => {
  it("gives its output again", async () => {
    const { ran, observed, rolledBack } = await observedAndNot({ b: untilTold("b") });
    await observed.invoke({ log: [] }, on("t"));
    for (const graph of [observed, rolledBack])
      expect((await resumeRollback(graph, on("t"))).log).toEqual(WRONG);
    expect(ran.join("")).toBe("abc");
    expect((await lastOf(observed)).run?.attempts).toHaveLength(1);
  });
});
