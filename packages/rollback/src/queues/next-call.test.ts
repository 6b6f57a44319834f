import { Annotation, Command, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { inProcessThreadLock } from "../locking/in-process-thread-lock.ts";
import type { RollbackTarget } from "../langgraph/compiled-graph.ts";
import type { RollbackOptions } from "../setup/rollback-options.ts";
import { withRollback } from "../with-rollback.ts";
import { isMachineFailure } from "./machine-failure.ts";
import { nextCall, type NextCall } from "./next-call.ts";
import { runsElsewhere } from "./runs-elsewhere.ts";
import { standingOf } from "./standing-of.ts";

const State = Annotation.Root({
  task: Annotation<string>,
  said: Annotation<string[]>({ reducer: (all, more) => [...all, ...more], default: () => [] }),
});

interface Worked extends RollbackTarget {
  invoke(input: unknown, config?: object): Promise<unknown>;
}

/** Two processes over one checkpointer: each call makes the graph anew. */
function processes(saver = new MemorySaver(), options: Partial<RollbackOptions> = {}) {
  const ran: string[] = [];
  const control = new AbortController();
  // As a queue sees it, which does not know the graph's own types.
  const make = (): Worked =>
    withRollback(
      new StateGraph(State)
        .addNode("first", ({ task }) => {
          ran.push("first");
          if (task === "die early") control.abort();
          return { said: ["first"] };
        })
        .addNode("second", ({ task }) => {
          ran.push("second");
          if (task === "throw") throw new RangeError("out of range");
          const answers = task.startsWith("ask")
            ? [String(interrupt("One?")), String(interrupt("Two?"))]
            : [];
          if (task === "ask and die" && answers[0] === "1" && ran.length < 5) control.abort();
          return { said: ["second", ...answers] };
        })
        .addEdge(START, "first")
        .addEdge("first", "second")
        .compile({ checkpointer: saver }),
      { verify: () => true, maxRollbacks: 0, ...options },
    );
  return { make, ran, signal: control.signal };
}

const calls = (next: NextCall): Extract<NextCall, { kind: "call" }> => {
  if (next.kind !== "call") throw new Error(`Expected a call, got ${next.kind}.`);
  return next;
};

const run = { run: "run-1", threadId: "t", input: { task: "plain" } };

describe("the next call of a queue's run", () => {
  it("has its input where nothing of it is stored, and gives it its id", async () => {
    const { make } = processes();
    const graph = make();
    const next = calls(await nextCall(graph, run));
    expect(next).toMatchObject({ input: { task: "plain" }, isBegun: false });
    await graph.invoke(next.input, next.config);
    expect((await standingOf(graph, run)).history).toMatchObject({ run: "run-1", status: "succeeded" });
  });

  it("looks nothing up for a run that is new", async () => {
    const saver = new MemorySaver();
    saver.getTuple = () => Promise.reject(new Error("was asked"));
    const { make } = processes(saver);
    expect(await nextCall(make(), { ...run, isNew: true })).toMatchObject({ isBegun: false });
  });

  it("resumes a run whose process has died, where it was", async () => {
    const { make, ran, signal } = processes();
    const dying = { ...run, input: { task: "die early" } };
    const first = make();
    const start = calls(await nextCall(first, dying));
    await first.invoke(start.input, { ...start.config, signal }).catch(() => {});
    const second = make();
    const next = calls(await nextCall(second, dying));
    expect(next).toMatchObject({ input: null, isBegun: true });
    expect(await second.invoke(next.input, next.config)).toMatchObject({ said: ["first", "second"] });
    expect(ran.filter((node) => node === "second")).toHaveLength(1);
  });

  it("gives the output of a run that has ended again, and runs nothing", async () => {
    const { make, ran } = processes();
    const graph = make();
    const start = calls(await nextCall(graph, run));
    const output = await graph.invoke(start.input, start.config);
    const other = make();
    const next = calls(await nextCall(other, run));
    expect(await other.invoke(next.input, next.config)).toEqual(output);
    expect(ran).toEqual(["first", "second"]);
  });

  it("is none for a run that has thrown: a call would run its last step again", async () => {
    const { make, ran } = processes();
    const throwing = { ...run, input: { task: "throw" } };
    const graph = make();
    const start = calls(await nextCall(graph, throwing));
    await expect(graph.invoke(start.input, start.config)).rejects.toThrow("out of range");
    const next = await nextCall(make(), throwing);
    expect(next).toMatchObject({ kind: "ended", record: { decision: "give-up" } });
    expect(ran).toEqual(["first", "second"]);
  });

  it("starts the run of another id on the same thread", async () => {
    const { make } = processes();
    const graph = make();
    const start = calls(await nextCall(graph, run));
    await graph.invoke(start.input, start.config);
    expect(await nextCall(make(), { ...run, run: "run-2" })).toMatchObject({ isBegun: false });
  });

  it("gives each answer once, also if the process dies with it", async () => {
    const { make, signal } = processes();
    const asking = { ...run, input: { task: "ask and die" } };
    const graph = make();
    const start = calls(await nextCall(graph, asking));
    await graph.invoke(start.input, start.config);
    expect(await standingOf(graph, asking)).toMatchObject({ waits: true, questions: ["One?"] });

    const first = calls(await nextCall(graph, { ...asking, answer: { value: "1" } }));
    expect(first.input).toBeInstanceOf(Command);
    await graph.invoke(first.input, { ...first.config, signal }).catch(() => {});
    // Another process knows which call gave the answer, and not whether it came through.
    const again = make();
    const next = calls(await nextCall(again, { ...asking, answer: { value: "1", mark: first.mark } }));
    await again.invoke(next.input, next.config);
    expect(await standingOf(again, asking)).toMatchObject({ waits: true, questions: ["Two?"] });
    const second = calls(await nextCall(again, { ...asking, answer: { value: "2" } }));
    expect(await again.invoke(second.input, second.config)).toMatchObject({
      said: ["first", "second", "1", "2"],
    });
  });
});

describe("a run that has lost its thread", () => {
  it("stores nothing any more, and is judged by nobody, where the lease fences", async () => {
    const saver = new MemorySaver();
    const lost = new AbortController();
    const own = inProcessThreadLock();
    const { make } = processes(saver, {
      lock: {
        acquire: async (threadId) => ({ ...(await own.acquire(threadId)), lost: lost.signal, fences: true }),
      },
    });
    const graph = make();
    const start = calls(await nextCall(graph, run));
    const stored = saver.put.bind(saver);
    let puts = 0;
    saver.put = (...given) => {
      puts += 1;
      if (puts === 2) lost.abort(new Error("taken over"));
      return stored(...given);
    };
    const failure = await graph.invoke(start.input, start.config).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "THREAD_LOCK_LOST" });
    expect(isMachineFailure(graph, failure)).toBe(true);
    expect(puts).toBe(2);
    expect((await standingOf(make(), run)).history).toBeUndefined();
  });

  it("goes on to its end where the lease does not", async () => {
    const own = inProcessThreadLock();
    const { make } = processes(new MemorySaver(), {
      lock: { acquire: async (id) => ({ ...(await own.acquire(id)), lost: AbortSignal.abort() }) },
    });
    const graph = make();
    const start = calls(await nextCall(graph, run));
    expect(await graph.invoke(start.input, start.config)).toMatchObject({ said: ["first", "second"] });
  });
});

describe("a graph for a queue", () => {
  it("says whether it has a lock, and whether it has files in a folder", () => {
    expect(runsElsewhere(processes().make())).toEqual({ hasLock: false, hasFolder: false });
    const lock = inProcessThreadLock();
    expect(runsElsewhere(processes(new MemorySaver(), { lock, workspace: { folder: "." } }).make())).toEqual({
      hasLock: true,
      hasFolder: true,
    });
  });

  it("has to be one with rollback", async () => {
    const bare = new StateGraph(State)
      .addNode("first", () => ({}))
      .addEdge(START, "first")
      .compile();
    await expect(nextCall(bare, run)).rejects.toMatchObject({ code: "INVALID_OPTION" });
  });

  it("tells its checkpointer's failures from its own", async () => {
    const saver = new MemorySaver();
    saver.put = () => Promise.reject(new Error("disk full"));
    const broken = processes(saver).make();
    const start = calls(await nextCall(broken, run));
    const failure = await broken.invoke(start.input, start.config).catch((error: unknown) => error);
    expect(isMachineFailure(broken, failure)).toBe(true);
    const graph = processes().make();
    const throwing = calls(await nextCall(graph, { ...run, input: { task: "throw" } }));
    const own = await graph.invoke(throwing.input, throwing.config).catch((error: unknown) => error);
    expect(isMachineFailure(graph, own)).toBe(false);
  });
});
