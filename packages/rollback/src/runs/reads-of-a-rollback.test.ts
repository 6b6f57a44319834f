import { Annotation, Command, interrupt, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, inject, it } from "vitest";

import { on } from "../fixtures/chain-graph.ts";
import { MeteredSaver } from "../fixtures/metered-saver.ts";
import { withRollback, type RollbackOptions } from "../index.ts";

/** Characters in the state from the input on. */
const SIZE = 20_000;

const State = Annotation.Root({
  document: Annotation<string>,
  log: Annotation<string[]>({ reducer: (kept, added) => kept.concat(added), default: () => [] }),
  note: Annotation<string>,
});
type Values = typeof State.State;
interface Options extends Partial<RollbackOptions<unknown, Values>> {
  /** Action of the first node before it is done. */
  readonly first?: () => unknown;
}

/** A chain of nodes, of which the last works anew after each note, on a state of SIZE; and what its runs read. */
function metered(nodes: number, { first = () => {}, ...options }: Options) {
  const store = new MeteredSaver();
  const names = Array.from({ length: nodes }, (_, i) => `n${i}`);
  const chain = new StateGraph(State)
    .addSequence(
      names.map((name) => [
        name,
        () => {
          if (name === "n0") first();
          return { log: [name] };
        },
      ]),
    )
    .addEdge(START, "n0");
  const verify: RollbackOptions<unknown, Values>["verify"] = ({ attempt }) => attempt > 1;
  const graph = withRollback(chain.compile({ checkpointer: store }), {
    verify,
    noteChannel: "note",
    ...options,
  });
  return { store, graph, run: () => graph.invoke({ document: "x".repeat(SIZE), log: [] }, on("t")) };
}

/** How many checkpoints with the whole state were read. */
const whole = (reads: readonly { readonly size: number }[]) =>
  reads.filter(({ size }) => size >= SIZE).length;

/** How many whole states were read between the first verdict and the second attempt, and from there to its verdict. */
async function readsOfRollback(nodes: number, options: Options = {}) {
  const parts: number[] = [];
  const { store, run } = metered(nodes, {
    verify: ({ attempt }) => {
      parts.push(whole(store.takeReads()));
      return attempt > 1;
    },
    onEvent: ({ type, attempt }) => {
      if (type === "rollback:attempt-started" && attempt === 2) parts.push(whole(store.takeReads()));
    },
    ...options,
  });
  await run();
  const [first, rollback, second] = parts;
  return { first, rollback, second };
}

describe("what a rollback reads of a large state", () => {
  it.each([3, 12])(
    "is where it goes back to, once, the head for the form of its note, and at its two fences: %i nodes",
    async (nodes) => {
      expect(await readsOfRollback(nodes)).toMatchObject({ rollback: 4 });
    },
  );

  it("is the same if the verifier reads the trajectory, too", async () => {
    let steps = 0;
    const { store, run } = metered(5, {
      verify: async ({ attempt, trajectory }) => {
        steps = (await trajectory()).steps.length;
        return attempt > 1;
      },
    });
    await run();
    const { first, rollback, second } = await readsOfRollback(5);
    expect(steps).toBe(5);
    expect(whole(store.takeReads())).toBe((first ?? 0) + (rollback ?? 0) + (second ?? 0));
  });

  it("is before the first verdict nothing: the run itself tells where it ended", async () => {
    expect(await readsOfRollback(12)).toMatchObject({ first: 0 });
  });

  it("is after that one look at what was stored before the new branch, and the fork, once", async () => {
    const few = await readsOfRollback(3);
    expect(few).toMatchObject({ second: 2 });
    expect(await readsOfRollback(12)).toEqual(few);
  });
});

describe("what a run with a large state stores", () => {
  /** Calls of a checkpointer that store, and the characters in them. */
  class StoringSaver extends MeteredSaver {
    readonly stored: number[] = [];

    override async put(...args: Parameters<MeteredSaver["put"]>) {
      this.stored.push(JSON.stringify(args[1].channel_values).length);
      return super.put(...args);
    }

    override async putWrites(...args: Parameters<MeteredSaver["putWrites"]>) {
      this.stored.push(JSON.stringify(args[1]).length);
      return super.putWrites(...args);
    }
  }
  const large = (store: StoringSaver): number => store.stored.filter((size) => size >= SIZE).length;
  const build = (checkpointer: StoringSaver) =>
    new StateGraph(State)
      .addNode("load", () => ({ document: "x".repeat(SIZE) }))
      .addNode("sum", () => ({ log: ["sum"] }))
      .addEdge(START, "load")
      .addEdge("load", "sum")
      .compile({ checkpointer });

  it("is what the bare run stores, and each state of an attempt from the fork on", async () => {
    const bare = new StoringSaver();
    await build(bare).invoke({ log: [] }, on("t"));
    expect(whole(bare.takeReads())).toBe(0);
    const accepted = new StoringSaver();
    await withRollback(build(accepted), { verify: () => true }).invoke({ log: [] }, on("t"));
    expect([large(accepted), whole(accepted.takeReads())]).toEqual([large(bare), 0]);
    const rolledBack = new StoringSaver();
    await withRollback(build(rolledBack), {
      verify: ({ attempt }) => attempt > 1,
      noteChannel: "note",
      policy: {
        name: "last",
        decide: () => ({ kind: "roll-back", start: 1, reason: "The last step is to run again." }),
      },
    }).invoke({ log: [] }, on("t"));
    // The fork and the state after the last step.
    expect(large(rolledBack)).toBe(large(bare) + 2);
  });
});

describe("what a rollback reads after a human was asked", () => {
  it.each([3, 12])("is no more for it: %i nodes", async (nodes) => {
    const parts: number[] = [];
    const asked: string[] = [];
    const { store, graph, run } = metered(nodes, {
      first: () => interrupt<string, string>("Which one?"),
      verify: () => {
        store.takeReads();
        return false;
      },
      onEvent: (event) => {
        if (event.type !== "rollback:rolled-back") return;
        parts.push(whole(store.takeReads()));
        asked.push(...event.asksAgain);
      },
    });
    await run();
    await graph.invoke(new Command({ resume: "that one" }), on("t"));
    expect(asked).toEqual(["n0"]);
    expect(parts).toEqual([4]);
  });
});

const LAST = inject("allRounds") ? 60 : 12;

describe(`rollback number ${LAST}`, () => {
  /** Characters read by each attempt, the history left out. */
  async function readByAttempt(options: Options = {}) {
    const read: number[] = [];
    const { store, run } = metered(3, {
      maxRollbacks: LAST,
      verify: () => false,
      onEvent: ({ type }) => {
        if (type !== "rollback:attempt-started") return;
        read.push(store.takeReads().reduce((sum, { size }) => sum + size, 0));
      },
      ...options,
    });
    await run();
    // An attempt is told when the rollback before it is over.
    return { rollback: (number: number) => read[number] ?? Number.NaN, count: read.length - 1 };
  }

  it("reads no more of the thread than number 4 does", async () => {
    const { rollback, count } = await readByAttempt();
    expect(count).toBe(LAST);
    expect(rollback(LAST)).toBeLessThan(1.1 * rollback(4));
  });

  it("gives a replanner of one's own all earlier attempts, each read on first use", async () => {
    const asked: number[] = [];
    const { rollback } = await readByAttempt({
      maxRollbacks: 6,
      replan: async ({ previous }) => {
        const [oldest] = previous;
        asked.push(previous.length);
        return `again: ${(await oldest?.trajectory())?.steps.length ?? "no"} steps`;
      },
    });
    expect(asked).toEqual([0, 1, 2, 3, 4, 5]);
    expect(rollback(6)).toBeLessThan(1.1 * rollback(2));
  });
});
