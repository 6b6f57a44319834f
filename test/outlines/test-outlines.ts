import { randomUUID } from "node:crypto";

import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { END, MessagesAnnotation, Send, START, StateGraph } from "@langchain/langgraph";
import {
  emptyCheckpoint,
  TASKS,
  uuid5,
  uuid6,
  type BaseCheckpointSaver,
  type SerializerProtocol,
} from "@langchain/langgraph-checkpoint";
import { checkpointerSource, type OpenedCheckpointer } from "@langgraph-rollback/inspector";
import {
  OUTLINED_CHANNELS,
  outlinesOf,
  readTask,
  type OutlinedCheckpointer,
} from "langgraph-rollback/inspection";
import { readHistory, readTrajectory, RecordingSaver, withRollback } from "langgraph-rollback";
import { describe, expect, inject, it } from "vitest";

import { shapes as foreignShapes } from "../foreign-checkpoints/graphs.ts";
import { meddlers } from "../foreign-checkpoints/meddlers.ts";
import type { MatrixGraph, Shape } from "../matrix/shape.ts";
import { shapes } from "../matrix/shapes.ts";
import { sendsWithNote } from "../matrix/shapes/sends.ts";
import { spread } from "../matrix/spread.ts";
import { allThatIsShown } from "./all-that-is-shown.ts";

/** A database that graphs write to, and the same as the inspector opens it. */
export interface OutlinedStore {
  /** Empty. */
  readonly open: () => Promise<BaseCheckpointSaver>;
  readonly inspect: () => Promise<OpenedCheckpointer>;
}

const onThread = () => ({ configurable: { thread_id: `outlined-${randomUUID()}` } });

/** The same database, of which all is read whole. */
const inWhole = ({ saver }: OpenedCheckpointer): OutlinedCheckpointer => ({ saver, outlines: saver });

/** Expects the inspector to show the same of a thread with outlines as without them. */
async function expectSame({ inspect }: OutlinedStore, thread: string): Promise<void> {
  const opened = await inspect();
  try {
    expect(outlinesOf(opened)).not.toBe(opened.saver);
    const shown = await allThatIsShown(opened, thread);
    expect(shown).toStrictEqual(await allThatIsShown(inWhole(opened), thread));
    expect(shown.view).toBeDefined();
  } finally {
    await opened.close();
  }
}

/**
 * Tests of a first look at threads by outlines.
 *
 * @param few shapes that run where not all rounds do
 */
export function testOutlines(store: OutlinedStore, few: readonly Shape[] = spread): void {
  describe("a thread that is read by outlines shows the same", () => {
    for (const shape of inject("allRounds") ? shapes : few) testShape(store, shape);
    for (const shape of inject("allRounds") ? foreignShapes : foreignShapes.slice(-1))
      for (const { name, meddle } of meddlers)
        it(`of ${shape.name}, after ${name}`, async () => {
          const saver = await store.open();
          const config = onThread();
          const verify = ({ attempt }: { readonly attempt: number }) => attempt > 1;
          const graph = withRollback(
            shape.build(saver, () => {}),
            { verify, noteChannel: "note" },
          );
          await graph.invoke({ log: ["in"] }, config);
          const [failed] = (await readHistory(saver, config))[0]?.attempts ?? [];
          const head = { ...config.configurable, checkpoint_ns: "", checkpoint_id: failed?.head };
          await meddle(
            saver,
            shape.build(saver, () => {}),
            { configurable: head },
          );
          await expectSame(store, config.configurable.thread_id);
        });

    it("of a function that calls a graph, and writes something else than what that ended with", async () => {
      const saver = await store.open();
      const config = onThread();
      const { graph: inner, input } = conversation(undefined, 2);
      const sumUp = async () => {
        await inner.invoke(input);
        return { messages: [new AIMessage({ id: "sum", content: "summed up" })] };
      };
      const outer = new StateGraph(MessagesAnnotation).addNode("outer", sumUp).addEdge(START, "outer");
      await outer.compile({ checkpointer: saver }).invoke(input, config);
      await expectSame(store, config.configurable.thread_id);
      const { steps } = await readTrajectory(saver, config);
      expect(steps.map(({ origin }) => origin.node)).toEqual(["agent", "agent", "outer"]);
    });

    it("of a turn without an input, whose task is told by its state", async () => {
      const saver = await store.open();
      const config = onThread();
      const { graph } = conversation(saver, 3);
      await graph.updateState(config, { messages: [new HumanMessage("Begin.")] }, START);
      await graph.invoke(null, config);
      await expectSame(store, config.configurable.thread_id);
    });

    it("of a turn whose input is not kept, whose task is told by its state", async () => {
      const saver = await store.open();
      const config = onThread();
      const { thread_id } = config.configurable;
      const first = {
        ...emptyCheckpoint(),
        channel_values: { log: "the state" },
        channel_versions: { log: 1 },
      };
      const root = { configurable: { thread_id, checkpoint_ns: "" } };
      await saver.put(root, first, { source: "input", step: -1, parents: {} }, { log: 1 });
      await expectSame(store, thread_id);
      expect((await readTask(saver, config))?.task).toContain("the state");
    });

    it("of a checkpoint of an older format, whose Sends its parent's tasks wrote", async () => {
      const saver = await store.open();
      const config = onThread();
      await storeOldSends(saver, config.configurable.thread_id);
      await expectSame(store, config.configurable.thread_id);
      const { steps } = await readTrajectory(saver, config);
      expect(steps.map(({ origin }) => origin.node)).toContain("worker");
    });
  });

  describe("an outline", () => {
    it("has the values of the channels that tell what ran, as they are, and no others", async () => {
      const config = onThread();
      await sendsWithNote.play(
        built(sendsWithNote, await store.open(), () => "right"),
        config,
      );
      const opened = await store.inspect();
      const { saver: whole, close } = opened;
      const found = new Set<string>();
      for await (const { checkpoint, ...tuple } of whole.list(config)) {
        const outline = await outlinesOf(opened).getTuple(tuple.config);
        const kept = Object.entries(checkpoint.channel_values).filter(([name]) =>
          OUTLINED_CHANNELS.includes(name),
        );
        for (const [name] of kept) found.add(name);
        const values = Object.fromEntries(kept);
        expect(outline).toStrictEqual({ ...tuple, checkpoint: { ...checkpoint, channel_values: values } });
      }
      expect(found).toEqual(new Set(OUTLINED_CHANNELS));
      await close();
    });

    it("tells what ran where a value of the state cannot be read", async () => {
      const config = onThread();
      const { thread_id } = config.configurable;
      const unreadable = { lc: 1, type: "constructor", id: ["their", "tool"], kwargs: {} };
      await storeOldSends(await store.open(), thread_id, unreadable);
      const opened = await store.inspect();
      const { view } = await allThatIsShown(opened, thread_id);
      const steps = view?.runs.flatMap((run) => run.attempts.flatMap((attempt) => attempt.steps));
      expect(steps?.map(({ node }) => node)).toContain("worker");
      expect(view).not.toHaveProperty("unreadable");
      await expect(readTrajectory(inWhole(opened), config)).rejects.toThrow("Invalid namespace");
      await opened.close();
    });

    it("keeps what a first look deserialises linear in the steps of a conversation", async () => {
      const [short, long] = [await bytesOfLook(store, 20), await bytesOfLook(store, 40)];
      expect(long.byOutlines / short.byOutlines).toBeLessThan(2.2);
      expect(long.byStates / short.byStates).toBeGreaterThan(3);
    });
  });
}

/** A Send that led to a checkpoint, and the task that it scheduled, as LangGraph kept them before version 4 of checkpoints. */
async function storeOldSends(
  saver: BaseCheckpointSaver,
  thread_id: string,
  state: unknown = "a long state",
): Promise<void> {
  const root = { configurable: { thread_id, checkpoint_ns: "" } };
  const versions = { [START]: 1, log: 1 };
  const parent = { ...emptyCheckpoint(), v: 3, id: uuid6(-1), channel_versions: versions };
  const input = { ...parent, channel_values: { [START]: { log: "in" }, log: "in" } };
  const begun = { source: "input" as const, step: -1, parents: {} };
  const sent = await saver.put(root, input, begun, versions);
  await saver.putWrites(sent, [[TASKS, new Send("worker", { part: 1 })]], uuid5("sender", parent.id));
  const child = {
    ...parent,
    id: uuid6(0),
    channel_values: { log: state },
    channel_versions: { log: 2 },
  };
  const gone = await saver.put(sent, child, { source: "loop", step: 0, parents: {} }, { log: 2 });
  const how = ["__pregel_push", "0"];
  const task = uuid5(JSON.stringify(["worker", "1", "worker", ...how]), child.id);
  await saver.putWrites(gone, [["log", "worked"]], task);
}

const built = (
  shape: Shape,
  checkpointer: BaseCheckpointSaver,
  verdict: () => "right" | "wrong",
): MatrixGraph => shape.build({ checkpointer, ran: () => {}, verdict });

function testShape(store: OutlinedStore, shape: Shape): void {
  it(`of ${shape.name}, that withRollback ran`, async () => {
    const saver = await store.open();
    const config = onThread();
    let failures = 0;
    const graph = withRollback(
      built(shape, saver, () => (failures > 0 ? "right" : "wrong")),
      {
        verify: () => (failures += 1) > 1,
        maxRollbacks: 1,
        ...(shape.noteChannel === undefined ? {} : { noteChannel: shape.noteChannel }),
      },
    );
    // Some shapes end in an exception.
    await shape.play(graph, config).catch(() => {});
    await expectSame(store, config.configurable.thread_id);
  });

  it(`of ${shape.name}, that its graph ran`, async () => {
    const saver = await store.open();
    const config = onThread();
    await shape
      .play(
        built(shape, saver, () => "right"),
        config,
      )
      .catch(() => {});
    await expectSame(store, config.configurable.thread_id);
  });
}

/** Says 400 characters a step, which the state keeps. */
function conversation(checkpointer: BaseCheckpointSaver | undefined, steps: number) {
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("agent", ({ messages }) => ({
      messages: [new AIMessage({ id: `said-${messages.length}`, content: "lorem ipsum ".repeat(33) })],
    }))
    .addEdge(START, "agent")
    .addConditionalEdges("agent", ({ messages }) => (messages.length > steps ? END : "agent"), ["agent", END])
    .compile(checkpointer === undefined ? {} : { checkpointer });
  return { graph, input: { messages: [new HumanMessage({ id: "question", content: "Go on." })] } };
}

/** Bytes that are deserialised until a conversation of so many steps is shown. */
async function bytesOfLook({ open, inspect }: OutlinedStore, steps: number) {
  const config = { ...onThread(), recursionLimit: steps + 10 };
  const { graph, input } = conversation(new RecordingSaver(await open()), steps);
  await graph.invoke(input, config);
  const { thread_id } = config.configurable;
  const lookBy = async (choose: (opened: OpenedCheckpointer) => OutlinedCheckpointer) => {
    const opened = await inspect();
    let bytes = 0;
    for (const saver of [opened.saver, opened.outlines])
      if (saver !== undefined) saver.serde = metered(saver.serde, (length) => (bytes += length));
    const view = await checkpointerSource(choose(opened), "threads").thread(thread_id);
    expect(view?.runs[0]?.attempts[0]?.steps).toHaveLength(steps);
    await opened.close();
    return bytes;
  };
  return { byOutlines: await lookBy((opened) => opened), byStates: await lookBy(inWhole) };
}

/** A serialiser that tells the length of what it reads. */
const metered = (serde: SerializerProtocol, note: (length: number) => void): SerializerProtocol => ({
  dumpsTyped: (value) => serde.dumpsTyped(value),
  loadsTyped: async (type, data) => {
    note(data.length);
    const value: unknown = await serde.loadsTyped(type, data);
    return value;
  },
});
