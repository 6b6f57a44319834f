import {
  emptyCheckpoint,
  uuid5,
  type Checkpoint,
  type CheckpointMetadata,
} from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

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
const from = (name: string, thread = "t") => ({
  configurable: { thread_id: thread, checkpoint_ns: "", checkpoint_id: idOf(name) },
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

/** Opens a superstep, as a run does that goes on from a stored checkpoint. */
const open = (steps: LiveRecord, id: string, thread = "t") =>
  steps.opened({ config: from(id, thread), checkpoint: checkpoint(id), metadata: loop });

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
    const loaded = { config: from("c1"), checkpoint: checkpoint("c1"), metadata: loop };
    steps.opened({ ...loaded, pendingWrites: [written("p")] });
    steps.opened({ ...loaded, pendingWrites: [written("p"), written("q")] });
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

  it("lets go of the threads not used for longest when their steps fill its memory, and keeps the newest", () => {
    const { steps } = clockwork();
    const said: [string, unknown][] = [["log", "x".repeat(1_000_000)]];
    const threads = Array.from({ length: 50 }, (_, i) => `thread ${i}`);
    for (const thread of threads) {
      open(steps, "c1", thread);
      steps.taskEnded(from("c1", thread), task("p", { from: "c1" }), said);
    }
    expect(steps.superstep("thread 0", "", idOf("c1"))).toBeUndefined();
    expect(steps.superstep("thread 49", "", idOf("c1"))?.tasks).toHaveLength(1);
  });

  it("lets go of the oldest steps of a thread that fills its memory alone, and keeps the newest", () => {
    const { steps } = clockwork();
    open(steps, "c0");
    const said: [string, unknown][] = [["log", "x".repeat(1_000_000)]];
    for (let i = 0; i < 50; i += 1) {
      steps.taskEnded(from(`c${i}`), task("p", { from: `c${i}` }), said);
      steps.superstepEnded(from(`c${i}`), checkpoint(`c${i + 1}`), loop);
    }
    expect(steps.superstep("t", "", idOf("c0"))).toBeUndefined();
    expect(steps.superstep("t", "", idOf("c49"))?.tasks).toHaveLength(1);
    expect(steps.head("t", "")).toBe(idOf("c50"));
  });

  it("keeps what is still going on around a subgraph that fills its memory", () => {
    const { steps } = clockwork();
    const inside = (name: string) => ({
      configurable: { ...from(name).configurable, checkpoint_ns: "sub:1" },
    });
    steps.superstepEnded(from("c0"), checkpoint("c1"), loop);
    const said: [string, unknown][] = [["log", "x".repeat(1_000_000)]];
    for (let i = 0; i < 50; i += 1) {
      steps.superstepEnded(inside(`s${i}`), checkpoint(`s${i + 1}`), loop);
      steps.taskEnded(inside(`s${i + 1}`), `task ${i}`, said);
    }
    steps.taskEnded(from("c1"), task("p", { from: "c1" }), wrote);
    expect(steps.superstepEnded(from("c1"), checkpoint("c2"), loop)).toHaveLength(1);
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
