import { Command, MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { failing } from "../../fixtures/acting-graph.ts";
import {
  booked,
  BOTH,
  BreakableLock,
  inTheEnd,
  onFirst,
  RECOVERED,
  RefusingSaver,
} from "../../fixtures/booked.ts";
import { on } from "../../fixtures/chain-graph.ts";
import { ListeningSaver } from "../../fixtures/listening-saver.ts";
import {
  inProcessThreadLock,
  readHistory,
  resumeRollback,
  rollbackGraph,
  withRollback,
  type RollbackEvent,
} from "../../index.ts";

const EFFECTS = "langgraph-rollback-effects";
const FULL = { message: "the disk is full" };

describe("a rollback whose lock is lost while it undoes", () => {
  it("takes the thread again, and is completed", async () => {
    const lock = new BreakableLock();
    const { graph, records, stateAndWorld } = booked(() => lock.breaks(), { lock });
    expect((await graph.invoke({}, on("t"))).said).toEqual(BOTH);
    expect(await records()).toEqual(RECOVERED);
    expect(await stateAndWorld()).toEqual(inTheEnd);
  });

  it("ends the call where somebody else has the thread, and another call completes it", async () => {
    const lock = new BreakableLock();
    const { graph, records, stateAndWorld } = booked(
      () => {
        lock.isTaken = true;
        lock.breaks();
      },
      { lock },
    );
    await expect(graph.invoke({}, on("t"))).rejects.toMatchObject({
      code: "ROLLBACK_UNFINISHED",
      threadId: "t",
      attempt: 1,
      undone: [{ name: "b" }, { name: "a" }],
      notUndone: [],
      cause: { code: "THREAD_BUSY" },
    });
    lock.isTaken = false;
    expect((await graph.invoke(null, on("t"))).said).toEqual(BOTH);
    expect(await records()).toEqual(RECOVERED);
    expect(await stateAndWorld()).toEqual(inTheEnd);
  });
});

describe("a rollback whose thread moves while it undoes", () => {
  const moved = () => {
    const setting = booked(async ({ name }) => {
      if (name === "b") await setting.bare.updateState(on("t"), { said: ["by somebody"] });
    });
    return setting;
  };

  it("ends the call, again and again, until `resumeRollback` goes back over the other checkpoint", async () => {
    const { bare, graph, records, stateAndWorld } = moved();
    for (const input of [{}, null, new Command({ resume: "x" }), {}])
      await expect(graph.invoke(input, on("t"))).rejects.toMatchObject({
        code: "ROLLBACK_UNFINISHED",
        cause: { code: "THREAD_MOVED" },
      });
    expect(await records()).toEqual([["give-up", "THREAD_MOVED", "b b2 undone", "a a1 undone"]]);
    const other = await bare.getState(on("t"));
    expect(other.values.said).toEqual([...BOTH, "by somebody"]);

    expect((await resumeRollback(graph, on("t"))).said).toEqual(BOTH);
    expect(await records()).toEqual(RECOVERED);
    expect(await stateAndWorld()).toEqual(inTheEnd);
    expect(await readHistory(graph, on("t"))).toMatchObject([
      { status: "recovered", problems: [{ attempt: 2, problem: { code: "BRANCH_OVERTAKEN" } }] },
    ]);
    // The other checkpoint is still there.
    expect((await bare.getState(other.config)).values.said).toContain("by somebody");
  });

  it("is completed over a turn of the graph without rollback", async () => {
    const checkpointer = new RefusingSaver();
    const { bare, graph, stateAndWorld } = booked(
      ({ name }) => {
        if (name === "a") checkpointer.refuses = (namespace) => namespace === "";
      },
      {},
      checkpointer,
    );
    await expect(graph.invoke({}, on("t"))).rejects.toMatchObject({ code: "ROLLBACK_UNFINISHED" });
    checkpointer.refuses = () => false;
    await bare.invoke({ said: ["by somebody"] }, on("t"));
    await expect(graph.invoke(null, on("t"))).rejects.toMatchObject({ cause: { code: "THREAD_MOVED" } });
    expect((await resumeRollback(graph, on("t"))).said).toEqual(BOTH);
    const { state, world } = await stateAndWorld();
    expect(state).toEqual(BOTH);
    expect(world).toEqual(expect.arrayContaining(BOTH));
  });
});

describe("a rollback whose checkpointer fails once it has undone", () => {
  it.each([
    { what: "the fork", namespace: "", at: "a", undone: ["b", "a"], cause: FULL },
    {
      what: "its effects' standing",
      namespace: "langgraph-rollback",
      at: "a",
      undone: ["b", "a"],
      cause: FULL,
    },
    { what: "that one is undone", namespace: EFFECTS, at: "b", undone: ["b"], cause: { cause: FULL } },
  ])(
    "to store $what ends the call, and the next one completes it",
    async ({ namespace, at, undone, cause }) => {
      const checkpointer = new RefusingSaver();
      const { graph, records, stateAndWorld } = booked(
        ({ name }) => {
          if (name === at) checkpointer.refuses = (given) => given === namespace;
        },
        {},
        checkpointer,
      );
      await expect(graph.invoke({}, on("t"))).rejects.toMatchObject({
        code: "ROLLBACK_UNFINISHED",
        undone: undone.map((name) => ({ name })),
        cause,
      });
      checkpointer.refuses = () => false;
      expect((await graph.invoke(null, on("t"))).said).toEqual(BOTH);
      expect(await records()).toEqual(RECOVERED);
      expect(await stateAndWorld()).toEqual(inTheEnd);
    },
  );

  it("ends a stream, a stream of events and a batch, and is told as an event", async () => {
    const thrown: unknown[] = [];
    const events: RollbackEvent[] = [];
    for (const way of ["stream", "streamEvents", "batch"] as const) {
      const checkpointer = new RefusingSaver();
      const { graph } = booked(
        () => {
          checkpointer.refuses = (namespace) => namespace === "";
        },
        { onEvent: (event) => events.push(event) },
        checkpointer,
      );
      const call = async (): Promise<unknown> => {
        if (way === "batch") return graph.batch([{}], on("t"));
        const chunks: unknown[] = [];
        const stream =
          way === "stream"
            ? await graph.stream({}, on("t"))
            : graph.streamEvents({}, { ...on("t"), version: "v2" });
        for await (const chunk of stream) chunks.push(chunk);
        return chunks;
      };
      thrown.push(await call().catch((error: unknown) => error));
    }
    const error = { code: "ROLLBACK_UNFINISHED" };
    expect(thrown).toMatchObject([error, error, error]);
    const ended = { type: "rollback:ended", status: "gave-up", record: { unfinished: true } };
    expect(events.filter(({ type }) => type === "rollback:ended")).toMatchObject([ended, ended, ended]);
  });

  it("fails the node of `rollbackGraph`, which completes it when it runs again", async () => {
    const checkpointer = new RefusingSaver();
    const { bare, options, world } = booked(
      () => {
        checkpointer.refuses = (namespace) => namespace === "";
      },
      {},
      checkpointer,
    );
    const graph = rollbackGraph(bare, options).compile({ checkpointer: new MemorySaver() });
    await expect(graph.invoke({ input: {}, threadId: "t" }, on("outer"))).rejects.toMatchObject({
      code: "ROLLBACK_UNFINISHED",
    });
    checkpointer.refuses = () => false;
    const { output } = await graph.invoke(null, on("outer"));
    expect(output).toEqual({ said: BOTH });
    expect(world.holds).toEqual(["a1", "b2"]);
  });

  it("is completed before a new turn starts", async () => {
    const checkpointer = new RefusingSaver();
    const { graph, world } = booked(
      () => {
        checkpointer.refuses = (namespace) => namespace === "";
      },
      {},
      checkpointer,
    );
    await expect(graph.invoke({}, on("t"))).rejects.toMatchObject({ code: "ROLLBACK_UNFINISHED" });
    checkpointer.refuses = () => false;
    // One booking of each, of this turn.
    expect((await graph.invoke({}, on("t"))).said).toEqual(BOTH);
    expect(world.holds).toEqual(["a1", "b2"]);
  });
});

describe("a rollback that is aborted while it undoes", () => {
  it("rejects with the reason, says what is undone, and is completed by the next call", async () => {
    const abort = new AbortController();
    const { graph, records, stateAndWorld } = booked(({ name }) => {
      if (name === "a") abort.abort(new Error("the user left"));
    });
    const call = graph.invoke({}, { ...on("t"), signal: abort.signal });
    await expect(call).rejects.toThrow("the user left");
    await expect
      .poll(records, { timeout: 60_000 })
      .toEqual([["roll-back", undefined, "b b2 undone", "a a1 undone"]]);
    expect((await graph.invoke(null, on("t"))).said).toEqual(BOTH);
    expect(await records()).toEqual(RECOVERED);
    expect(await stateAndWorld()).toEqual(inTheEnd);
  });
});

describe("a rollback that was cut off and cannot be completed", () => {
  it("never returns the attempt's result, whatever fails when it is taken up", async () => {
    const checkpointer = new RefusingSaver();
    let isStale = false;
    const { graph, records } = booked(
      onFirst(() => {
        checkpointer.refuses = () => true;
      }),
      {
        revalidate: () => {
          if (isStale) throw new Error("the token has expired");
          return {};
        },
      },
      checkpointer,
    );
    await expect(graph.invoke({}, on("t"))).rejects.toMatchObject({ code: "ROLLBACK_UNFINISHED" });
    checkpointer.refuses = () => false;
    isStale = true;
    for (let nth = 0; nth < 2; nth += 1)
      await expect(graph.invoke(null, on("t"))).rejects.toMatchObject({
        code: "ROLLBACK_UNFINISHED",
        cause: { code: "REVALIDATE" },
      });
    expect((await records())?.[0]?.slice(0, 2)).toEqual(["give-up", "REVALIDATE"]);
    isStale = false;
    expect((await resumeRollback(graph, on("t"))).said).toEqual(BOTH);
    expect(await records()).toEqual(RECOVERED);
  });
});

describe("a decision of which nothing is undone yet", () => {
  it("is not carried out once the state was updated, and nothing is undone", async () => {
    let isDead = false;
    const never = new Promise<never>(() => {});
    const checkpointer = new ListeningSaver({
      before: ({ namespace }) => (isDead && namespace !== EFFECTS ? never : undefined),
    });
    const { bare, graph, records, stateAndWorld } = booked(
      () => {},
      {
        revalidate: () => {
          isDead = true;
          return never;
        },
      },
      checkpointer,
    );
    void graph.invoke({}, on("t"));
    await expect.poll(() => isDead, { timeout: 60_000 }).toBe(true);
    isDead = false;
    await bare.updateState(on("t"), { said: ["by somebody"] });
    const undo = () => {
      throw new Error("Nothing is to be undone.");
    };
    const elsewhere = withRollback(bare, {
      ...failing(1, { tools: { a: { undo }, b: { undo } } }),
      lock: inProcessThreadLock(),
    });
    expect((await elsewhere.invoke(null, on("t"))).said).toEqual([...BOTH, "by somebody"]);
    expect(await records()).toEqual([["give-up", "THREAD_MOVED", "b b2 stands", "a a1 stands"]]);
    expect(await stateAndWorld()).toEqual({ state: [...BOTH, "by somebody"], world: BOTH });
  });

  it("is left for good where `revalidate` fails: a later call undoes nothing either", async () => {
    let isStale = true;
    const { graph, records, stateAndWorld } = booked(() => {}, {
      revalidate: () => {
        if (isStale) throw new Error("the token has expired");
        return {};
      },
    });
    for (const input of [{}, null]) {
      expect((await graph.invoke(input, on("t"))).said).toEqual(BOTH);
      expect(await stateAndWorld()).toEqual(inTheEnd);
    }
    expect(await records()).toEqual([["give-up", "REVALIDATE", "b b2 stands", "a a1 stands"]]);
    isStale = false;
    expect((await resumeRollback(graph, on("t"))).said).toEqual(BOTH);
    expect(await records()).toEqual(RECOVERED);
  });
});
