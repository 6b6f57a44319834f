import type { RunnableConfig } from "@langchain/core/runnables";
import { BaseCheckpointSaver, MemorySaver, type PendingWrite } from "@langchain/langgraph-checkpoint";
import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";

import { nothingWrong, chainGraph, untilTold, on } from "../fixtures/chain-graph.ts";
import { at, listed } from "../fixtures/checkpoints.ts";
import { fanOut, input, sequence } from "../fixtures/graph-shapes.ts";
import { readHistory, readTrajectory, RecordingSaver, rewind, withRollback } from "../index.ts";

interface Recorded {
  readonly source?: string;
  readonly rollback_steps?: readonly {
    readonly node: string;
    readonly start: number;
    readonly end: number;
  }[];
}

/** Records of the saver about finished tasks, oldest checkpoint first. */
async function recorded(saver: BaseCheckpointSaver, config: RunnableConfig) {
  const tuples = await listed(saver, { configurable: { checkpoint_ns: "", ...config.configurable } });
  return tuples.toReversed().flatMap(({ metadata }) => {
    const { rollback_steps: tasks = [] }: Recorded = { ...metadata };
    return tasks.map(({ start, end }) => [start, end]);
  });
}

/** A checkpointer whose writes can be waited for. */
class WatchedSaver extends MemorySaver {
  readonly #waiting = new Map<string, () => void>();

  stored(text: string): Promise<void> {
    return new Promise((resolve) => this.#waiting.set(JSON.stringify([text]), resolve));
  }

  override async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    await super.putWrites(config, writes, taskId);
    for (const [, value] of writes) this.#waiting.get(JSON.stringify(value))?.();
  }
}

describe("RecordingSaver", () => {
  it("keeps start and end of every step, by the clock that it was given", async () => {
    let now = 1000;
    const until = (time: number) => () => void (now = time);
    const saver = new RecordingSaver(new MemorySaver(), { clock: () => now });
    const graph = sequence({ a: until(1010), b: until(1025), c: until(1100) }).compile({
      checkpointer: saver,
    });
    await graph.invoke(input(), { ...on("t"), durability: "sync" });
    expect(await recorded(saver, on("t"))).toEqual([
      [1000, 1010],
      [1010, 1025],
      [1025, 1100],
    ]);
  });

  it("keeps the same times when checkpoints are stored long after their steps", async () => {
    let now = 0;
    let open: () => void = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    class LateSaver extends MemorySaver {
      override async put(...args: Parameters<MemorySaver["put"]>) {
        await gate;
        return await super.put(...args);
      }
    }
    const until = (time: number) => () => void (now = time);
    const saver = new RecordingSaver(new LateSaver(), { clock: () => now });
    const last = () => {
      until(30)();
      setTimeout(open);
    };
    const graph = sequence({ a: until(10), b: until(20), c: last }).compile({ checkpointer: saver });
    await graph.invoke(input(), { ...on("t"), durability: "async" });
    expect(await recorded(saver, on("t"))).toEqual([
      [0, 10],
      [10, 20],
      [20, 30],
    ]);
  });

  it("keeps an end for each task of a superstep", async () => {
    let now = 0;
    const inner = new WatchedSaver();
    const saver = new RecordingSaver(inner, { clock: () => now });
    const pStored = inner.stored("p");
    const q = async () => {
      await pStored;
      now = 20;
    };
    const graph = fanOut({ p: () => void (now = 5), q }).compile({ checkpointer: saver });
    await graph.invoke(input(), on("t"));
    const steps = await recorded(saver, on("t"));
    expect(steps.slice(1, 3)).toEqual([
      [0, 5],
      [0, 20],
    ]);
  });

  it("keeps no more of a step than its task and times, and the node where LangGraph has told it", async () => {
    const [bare, told] = [new RecordingSaver(new MemorySaver()), new RecordingSaver(new MemorySaver())];
    await sequence().compile({ checkpointer: bare }).invoke(input(), on("t"));
    const callbacks = [told.taskNames.listener];
    await sequence()
      .compile({ checkpointer: told })
      .invoke(input(), { ...on("t"), callbacks });
    const kept = async (saver: RecordingSaver) => {
      const { rollback_steps: steps }: Recorded = { ...(await saver.getTuple(on("t")))?.metadata };
      return Object.keys(steps?.[0] ?? {});
    };
    expect(await kept(bare)).toEqual(["task", "start", "end"]);
    expect(await kept(told)).toEqual(["task", "node", "start", "end"]);
  });

  it("gives rising versions whatever a branch starts from, while its clock does not run back", () => {
    const call = fc.record({ current: fc.option(fc.nat(), { nil: undefined }), passed: fc.nat(3) });
    fc.assert(
      fc.property(fc.array(call, { minLength: 2 }), (calls) => {
        let now = 0;
        const saver = new RecordingSaver(new MemorySaver(), { clock: () => now });
        const versions = calls.map(({ current, passed }) => {
          now += passed;
          return saver.getNextVersion(current);
        });
        expect(versions.toSorted((a, b) => a - b)).toEqual(versions);
        expect(new Set(versions).size).toBe(versions.length);
        calls.forEach(({ current }, i) => expect(versions[i]).toBeGreaterThan(current ?? 0));
      }),
    );
  });

  it("gives versions that the thread's branches in an earlier process have not used", () => {
    const [earlier, later] = [1_700_000_000_000, 1_700_000_000_001].map(
      (now) => new RecordingSaver(new MemorySaver(), { clock: () => now }),
    );
    const used = Array.from({ length: 500 }, () => earlier?.getNextVersion(1) ?? 0);
    expect(later?.getNextVersion(1)).toBeGreaterThan(Math.max(...used));
  });

  it("gives the forks of a thread that a clock ahead has written versions of their own", () => {
    const [one, other] = [0.25, 0.75].map(
      (random) => new RecordingSaver(new MemorySaver(), { clock: () => 1000, random: () => random }),
    );
    const ahead = 3_600_000_000;
    expect(one?.getNextVersion(ahead)).toBe(ahead + 1 + 2 ** 18);
    expect(other?.getNextVersion(ahead)).toBe(ahead + 1 + 3 * 2 ** 18);
    expect(one?.getNextVersion(1_000_999)).toBeGreaterThan(ahead);
    expect(new RecordingSaver(new MemorySaver(), { clock: () => 1000 }).getNextVersion(1_000_999)).toBe(
      1_001_000,
    );
  });

  it("never stores two values of a channel under one version, however often a thread forks", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(2), { minLength: 1, maxLength: 4 }), async (targets) => {
        let call = 0;
        const builder = chainGraph({
          a: () => `a${call++}`,
          b: () => `b${call++}`,
          c: () => `c${call++}`,
        }).builder;
        const saver = new RecordingSaver(new MemorySaver());
        const graph = builder.compile({ checkpointer: saver });
        await graph.invoke({ log: ["in"] }, on("t"));
        for (const target of targets) {
          const { steps } = await readTrajectory(graph, on("t"));
          const checkpoint = steps[target]?.origin.before ?? "";
          const fork = await rewind(graph, on("t"), { checkpoint, updates: { note: `note ${call}` } });
          await graph.invoke(null, at("t", fork));
        }
        const values = new Map<string, unknown>();
        for await (const { checkpoint } of saver.list(on("t")))
          for (const [channel, version] of Object.entries(checkpoint.channel_versions)) {
            const value = checkpoint.channel_values[channel];
            const key = `${channel}@${version}`;
            expect(values.has(key) ? values.get(key) : value).toEqual(value);
            values.set(key, value);
          }
      }),
      { numRuns: inject("allRounds") ? 20 : 5 },
    );
  });

  it("leaves versions to a checkpointer that keeps them as strings", async () => {
    class StringSaver extends MemorySaver {
      override getNextVersion(current: number | undefined): number {
        const next = Number(String(current ?? "v0").slice(1)) + 1;
        // Against the type, as such savers do.
        return JSON.parse(`"v${String(next).padStart(6, "0")}"`);
      }
    }
    const saver = new RecordingSaver(new StringSaver());
    const { builder } = chainGraph({ b: untilTold("b") });
    const graph = builder.compile({ checkpointer: saver });
    await graph.invoke({ log: ["in"] }, on("t"));
    const { steps } = await readTrajectory(graph, on("t"));
    const fork = await rewind(graph, on("t"), {
      checkpoint: steps[1]?.origin.before ?? "",
      updates: { note: "mind b" },
    });
    const result = await graph.invoke(null, at("t", fork));
    expect(result.log).toEqual(["in", "a:right", "b:right", "c:right"]);
    for await (const { checkpoint } of saver.list(on("t")))
      for (const version of Object.values(checkpoint.channel_versions)) expect(version).toMatch(/^v\d{6}$/);
  });

  it("deletes a thread with its rollback history, and no other thread", async () => {
    const inner = new MemorySaver();
    const graph = withRollback(chainGraph({ b: untilTold("b") }).builder.compile({ checkpointer: inner }), {
      verify: nothingWrong,
      noteChannel: "note",
    });
    await graph.invoke({ log: ["in"] }, on("gone"));
    await graph.invoke({ log: ["in"] }, on("kept"));
    expect(await readHistory(graph, on("gone"))).toHaveLength(1);
    await new RecordingSaver(inner).deleteThread("gone");
    expect(await readHistory(graph, on("gone"))).toEqual([]);
    expect(await listed(inner, on("gone"))).toEqual([]);
    expect(await readHistory(graph, on("kept"))).toHaveLength(1);
  });

  it("reads, lists and serializes as the checkpointer that it decorates", async () => {
    const inner = new MemorySaver();
    const saver = new RecordingSaver(inner);
    await sequence().compile({ checkpointer: saver }).invoke(input(), on("t"));
    expect(saver.serde).toBe(inner.serde);
    expect(await saver.getTuple(on("t"))).toEqual(await inner.getTuple(on("t")));
    const options = { limit: 3, filter: { source: "loop" } };
    expect(await listed(saver, on("t"), options)).toEqual(await listed(inner, on("t"), options));
  });

  it("leaves the history of DeltaChannels to a checkpointer that is told the tasks' paths", async () => {
    const history = { messages: { writes: [], seed: "from the store" } };
    class OwnHistory extends MemorySaver {
      override async putWrites(
        config: RunnableConfig,
        writes: PendingWrite[],
        taskId: string,
        _taskPath: string,
      ) {
        await super.putWrites(config, writes, taskId);
      }
      override getDeltaChannelHistory = async () => history;
    }
    const saver = new RecordingSaver(new OwnHistory());
    expect(await saver.getDeltaChannelHistory({ config: on("t"), channels: ["messages"] })).toBe(history);
  });
});
