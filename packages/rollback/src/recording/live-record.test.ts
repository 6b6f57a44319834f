import { AIMessage } from "@langchain/core/messages";
import {
  emptyCheckpoint,
  uuid5,
  type Checkpoint,
  type CheckpointMetadata,
} from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { heapInUse } from "../fixtures/heap-in-use.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import { LiveRecord } from "./live-record.ts";
import { TaskNames } from "./task-names.ts";

const loop: CheckpointMetadata = { source: "loop", step: 0, parents: {} };
/** A uuid for a checkpoint's name. */
const idOf = (name: string) => uuid5(name, "6f1e4d17-8c63-6731-8003-0648483e1ff1");
const checkpoint = (name: string): Checkpoint => ({
  ...emptyCheckpoint(),
  id: idOf(name),
  channel_versions: { "branch:to:p": 1, "branch:to:q": 1 },
});
const from = (name: string, threadId = "t", namespace = "") => ({
  threadId,
  namespace,
  checkpointId: idOf(name),
});
/** The id that LangGraph gives to a node's task. */
const task = (node: string, ran: { from: string }) =>
  uuid5(JSON.stringify([node, "1", node, "__pregel_pull", [`branch:to:${node}`]]), idOf(ran.from));
const wrote = [["log", ["said"]]] as [string, unknown][];

/** A clock that a test moves by hand. */
function clockwork() {
  const time = { now: 0 };
  return { time, steps: new LiveRecord(() => time.now, new TaskNames()) };
}

/** A checkpoint as a checkpointer gives it. */
const loaded = (name: string, thread = "t") => ({
  config: checkpointConfig(thread, idOf(name)),
  checkpoint: checkpoint(name),
  metadata: loop,
});

/** Opens a superstep, as a resumed run does. */
const open = (steps: LiveRecord, id: string, thread = "t") =>
  steps.opened(from(id, thread), loaded(id, thread));

describe("LiveRecord", () => {
  it("starts a superstep when its checkpoint is loaded and ends each task when its writes arrive", () => {
    const { time, steps } = clockwork();
    open(steps, "c1");
    time.now = 5;
    steps.taskEnded(from("c1"), task("p", { from: "c1" }), wrote);
    time.now = 9;
    steps.taskEnded(from("c1"), task("q", { from: "c1" }), wrote);
    expect(steps.superstepEnded(from("c1"), checkpoint("c2"), loop)).toEqual([
      { task: task("p", { from: "c1" }), start: 0, end: 5 },
      { task: task("q", { from: "c1" }), start: 0, end: 9 },
    ]);
  });

  it("does not end a task that was interrupted", () => {
    const { steps } = clockwork();
    open(steps, "c1");
    steps.taskEnded(from("c1"), task("p", { from: "c1" }), [["__interrupt__", { value: "which one?" }]]);
    steps.taskEnded(from("c1"), task("p", { from: "c1" }), [["__resume__", ["the first"]]]);
    expect(steps.superstepEnded(from("c1"), checkpoint("c2"), loop)).toEqual([]);
  });

  it("ends a task that was resumed, though its answers are written again with the rest", () => {
    const { time, steps } = clockwork();
    open(steps, "c1");
    time.now = 3;
    steps.taskEnded(from("c1"), task("p", { from: "c1" }), [["__resume__", ["the first"]], ...wrote]);
    expect(steps.superstepEnded(from("c1"), checkpoint("c2"), loop)).toEqual([
      { task: task("p", { from: "c1" }), start: 0, end: 3 },
    ]);
  });

  it("takes the time of waiting for a human out of a resumed task", () => {
    const { time, steps } = clockwork();
    open(steps, "c1");
    steps.taskEnded(from("c1"), task("p", { from: "c1" }), [["__interrupt__", { value: "which one?" }]]);
    time.now = 86_400_000;
    open(steps, "c1");
    time.now = 86_400_004;
    steps.taskEnded(from("c1"), task("p", { from: "c1" }), wrote);
    expect(steps.superstepEnded(from("c1"), checkpoint("c2"), loop)).toEqual([
      { task: task("p", { from: "c1" }), start: 86_400_000, end: 86_400_004 },
    ]);
  });

  it("notes what another process has written since it looked last, and does not run again", () => {
    const { steps } = clockwork();
    const written = (node: string) =>
      [task(node, { from: "c1" }), "log", ["said"]] as [string, string, unknown];
    steps.opened(from("c1"), { ...loaded("c1"), pendingWrites: [written("p")] });
    steps.opened(from("c1"), { ...loaded("c1"), pendingWrites: [written("p"), written("q")] });
    const nodes = steps.superstep("t", "", idOf("c1"))?.tasks.map(({ identity }) => identity?.node);
    expect(nodes).toEqual(["p", "q"]);
  });

  it("does not tell of writes that no node of the graph made", () => {
    const { steps } = clockwork();
    open(steps, "c1");
    steps.taskEnded(from("c1"), "somebody's own id", wrote);
    expect(steps.superstepEnded(from("c1"), checkpoint("c2"), loop)).toEqual([]);
  });

  it("takes nothing for a step when a checkpoint was made by an update, a fork or an input", () => {
    const { steps } = clockwork();
    open(steps, "c1");
    steps.taskEnded(from("c1"), task("p", { from: "c1" }), wrote);
    for (const source of ["update", "fork", "input"] as const)
      expect(steps.superstepEnded(from("c1"), checkpoint(`${source}-child`), { ...loop, source })).toEqual(
        [],
      );
  });

  it("does not start a task after its end when its checkpoint is stored late", () => {
    const { time, steps } = clockwork();
    time.now = 4;
    steps.taskEnded(from("c1"), task("p", { from: "c1" }), wrote);
    time.now = 10;
    steps.superstepEnded(from("c0"), checkpoint("c1"), loop);
    expect(steps.superstepEnded(from("c1"), checkpoint("c2"), loop)).toEqual([
      { task: task("p", { from: "c1" }), start: 4, end: 4 },
    ]);
  });

  it("keeps threads apart that use the same checkpoint ids", () => {
    const { steps } = clockwork();
    open(steps, "c1", "t");
    open(steps, "c1", "u");
    steps.taskEnded(from("c1", "u"), task("p", { from: "c1" }), wrote);
    expect(steps.superstepEnded(from("c1", "t"), checkpoint("c2"), loop)).toEqual([]);
    expect(steps.superstepEnded(from("c1", "u"), checkpoint("c2"), loop)).toHaveLength(1);
  });

  it("forgets a thread, and no other", () => {
    const { steps } = clockwork();
    for (const thread of ["t", "u"]) {
      open(steps, "c1", thread);
      steps.taskEnded(from("c1", thread), task("p", { from: "c1" }), wrote);
    }
    steps.forget("t");
    expect(steps.superstepEnded(from("c1", "t"), checkpoint("c2"), loop)).toEqual([]);
    expect(steps.superstepEnded(from("c1", "u"), checkpoint("c2"), loop)).toHaveLength(1);
  });

  describe("of a million bytes", () => {
    const limits = { capacity: 1_000_000, idle: 60_000 };
    const small = () => {
      const time = { now: 0 };
      return { time, steps: new LiveRecord(() => time.now, new TaskNames(), limits) };
    };
    const said: [string, unknown][] = [["log", "x".repeat(100_000)]];
    const turn: CheckpointMetadata = { source: "input", step: -1, parents: {} };
    const startedBy = (name: string, input: unknown) => ({
      ...checkpoint(name),
      channel_values: { __start__: input },
    });
    const threads = Array.from({ length: 50 }, (_, i) => `thread ${i}`);

    it("lets go of the threads not used for longest when their steps fill it, and keeps the newest", () => {
      const { steps } = small();
      for (const thread of threads) {
        open(steps, "c1", thread);
        steps.taskEnded(from("c1", thread), task("p", { from: "c1" }), said);
      }
      expect(steps.superstep("thread 0", "", idOf("c1"))).toBeUndefined();
      expect(steps.superstep("thread 49", "", idOf("c1"))?.tasks).toHaveLength(1);
      expect(steps.size).toBeLessThanOrEqual(limits.capacity);
    });

    it("lets go of them when their inputs fill it, too", () => {
      const { steps } = small();
      for (const thread of threads)
        steps.superstepEnded(from("c0", thread), startedBy("c1", "x".repeat(100_000)), turn);
      expect(steps.superstep("thread 0", "", idOf("c1"))).toBeUndefined();
      expect(steps.superstep("thread 49", "", idOf("c1"))?.task).toHaveLength(100_000);
      expect(steps.size).toBeLessThanOrEqual(limits.capacity);
    });

    it("lets go of them when what was read of stored checkpoints fills it, too", () => {
      const { steps } = small();
      const written = [task("p", { from: "c1" }), "log", "x".repeat(100_000)] as [string, string, unknown];
      for (const thread of threads)
        steps.opened(from("c1", thread), {
          config: checkpointConfig(thread, idOf("c1")),
          checkpoint: checkpoint("c1"),
          metadata: loop,
          pendingWrites: [written],
        });
      expect(steps.superstep("thread 0", "", idOf("c1"))).toBeUndefined();
      expect(steps.superstep("thread 49", "", idOf("c1"))?.tasks).toHaveLength(1);
      expect(steps.size).toBeLessThanOrEqual(limits.capacity);
    });

    it("lets go of threads whose runs said next to nothing, when there are many", () => {
      const { steps } = small();
      for (let i = 0; i < 5000; i += 1) open(steps, "c1", `thread ${i}`);
      expect(steps.superstep("thread 0", "", idOf("c1"))).toBeUndefined();
      expect(steps.superstep("thread 4999", "", idOf("c1"))).toBeDefined();
      expect(steps.size).toBeLessThanOrEqual(limits.capacity);
    });

    it("lets go of a thread that nobody used for a minute, and of no other", () => {
      const { time, steps } = small();
      open(steps, "c1", "t");
      time.now = 30_000;
      open(steps, "c1", "u");
      time.now = 60_001;
      open(steps, "c1", "v");
      expect(steps.superstep("t", "", idOf("c1"))).toBeUndefined();
      expect(steps.superstep("u", "", idOf("c1"))).toBeDefined();
      expect(steps.superstep("v", "", idOf("c1"))).toBeDefined();
    });

    it("holds no more for a thread of a thousand turns than for one of a few", () => {
      const { steps } = small();
      const sizes: number[] = [];
      for (let i = 0; i < 1000; i += 1) {
        steps.superstepEnded(from("c0"), startedBy(`c${i}`, "again"), turn);
        steps.superstepEnded(from("s0", "t", `sub:${i}`), checkpoint(`s${i}`), loop);
        sizes.push(steps.size);
      }
      expect(sizes.at(-1)).toBeLessThan(1.1 * (sizes[10] ?? 0));
      expect(steps.head("t", "sub:998")).toBeUndefined();
    });

    it("does not hold what is too large for it: it is read from the store", () => {
      const { time, steps } = small();
      open(steps, "c1");
      time.now = 5;
      const large: [string, unknown][] = [["log", "x".repeat(300_000)]];
      steps.taskEnded(from("c1"), task("p", { from: "c1" }), large);
      expect(steps.superstep("t", "", idOf("c1"))).toBeUndefined();
      expect(steps.size).toBeLessThan(10_000);
      expect(steps.superstepEnded(from("c1"), checkpoint("c2"), loop)).toEqual([
        { task: task("p", { from: "c1" }), start: 0, end: 5 },
      ]);
      steps.superstepEnded(from("c0"), startedBy("c3", "x".repeat(300_000)), turn);
      expect(steps.superstep("t", "", idOf("c3"))).toBeDefined();
      expect(steps.superstep("t", "", idOf("c3"))?.task).toBeUndefined();
    });

    it("lets go of the oldest steps of a thread that fills it alone, and keeps the newest", () => {
      const { steps } = small();
      open(steps, "c0");
      for (let i = 0; i < 50; i += 1) {
        steps.taskEnded(from(`c${i}`), task("p", { from: `c${i}` }), said);
        steps.superstepEnded(from(`c${i}`), checkpoint(`c${i + 1}`), loop);
      }
      expect(steps.superstep("t", "", idOf("c0"))).toBeUndefined();
      expect(steps.superstep("t", "", idOf("c49"))?.tasks).toHaveLength(1);
      expect(steps.head("t", "")).toBe(idOf("c50"));
    });

    it("keeps what is still going on around a subgraph that fills it", () => {
      const { steps } = small();
      const inside = (name: string) => from(name, "t", "sub:1");
      steps.superstepEnded(from("c0"), checkpoint("c1"), loop);
      for (let i = 0; i < 50; i += 1) {
        steps.superstepEnded(inside(`s${i}`), checkpoint(`s${i + 1}`), loop);
        steps.taskEnded(inside(`s${i + 1}`), `task ${i}`, said);
      }
      steps.taskEnded(from("c1"), task("p", { from: "c1" }), wrote);
      expect(steps.superstepEnded(from("c1"), checkpoint("c2"), loop)).toHaveLength(1);
    });
  });

  describe("in the heap", () => {
    /** Bytes that are held after some work, beside what was held before it. */
    const heldAfter = <T>(work: () => T): readonly [bytes: number, result: T] => {
      const before = heapInUse();
      const result = work();
      return [heapInUse() - before, result];
    };

    it.each([
      { threads: 1, turns: 2000, length: 400 },
      { threads: 2000, turns: 1, length: 50 },
      { threads: 20, turns: 5, length: 20_000 },
    ])("is about as large as it says: $threads threads, $turns steps, $length characters", (shape) => {
      const [bytes, steps] = heldAfter(() => {
        const record = new LiveRecord(() => 0, new TaskNames(), { capacity: 1e9, idle: 1e9 });
        for (let i = 0; i < shape.threads; i += 1)
          for (let j = 0; j < shape.turns; j += 1) {
            const [before, after] = [`c${i}-${j}`, `c${i}-${j + 1}`];
            record.superstepEnded(from(before, `thread ${i}`), checkpoint(after), loop);
            const text = `${i} ${j}`.padEnd(shape.length, "said");
            record.taskEnded(from(after, `thread ${i}`), task("p", { from: after }), [["log", text]]);
          }
        return record;
      });
      expect(steps.size / bytes).toBeGreaterThan(0.75);
      expect(steps.size / bytes).toBeLessThan(1.5);
    });

    it("holds what a step said, and not the page that it was cut out of", () => {
      const [bytes, steps] = heldAfter(() => {
        const record = new LiveRecord(() => 0, new TaskNames());
        for (let i = 0; i < 50; i += 1) {
          const excerpt = new AIMessage(`${i}`.padEnd(1_000_000, "a page ").slice(10, 210));
          record.superstepEnded(from(`c${i}`), checkpoint(`c${i + 1}`), loop);
          record.taskEnded(from(`c${i + 1}`), task("p", { from: `c${i + 1}` }), [["messages", excerpt]]);
        }
        return record;
      });
      expect(steps.superstep("t", "", idOf("c50"))?.tasks[0]?.said.content).toHaveLength(200);
      expect(bytes).toBeLessThan(5_000_000);
    });
  });

  it("forgets a thread's earlier turns when a new one starts", () => {
    const { steps } = clockwork();
    open(steps, "c1");
    steps.taskEnded(from("c1"), task("p", { from: "c1" }), wrote);
    steps.superstepEnded(from("c1"), checkpoint("c2"), { ...loop, source: "input" });
    expect(steps.superstep("t", "", idOf("c1"))).toBeUndefined();
    expect(steps.superstep("t", "", idOf("c2"))?.source).toBe("input");
  });
});
