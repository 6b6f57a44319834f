import {
  Annotation,
  Command,
  END,
  entrypoint,
  getConfig,
  interrupt,
  MemorySaver,
  START,
  StateGraph,
  task,
} from "@langchain/langgraph";
import type { RunnableConfig } from "@langchain/core/runnables";
import { effect, getReplanNote, readHistory, withRollback, type RollbackOptions } from "langgraph-rollback";
import { describe, expect, it } from "vitest";

import { backTo, ListWorld, thread, told } from "./list-world.ts";

const State = Annotation.Root({
  keys: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }),
});

/** Function that runs, and gives the keys of its bookings. */
type Work = () => Promise<readonly string[]>;

interface Shape {
  readonly saver?: MemorySaver;
  /** Whether the work is tried once more. */
  readonly retries?: boolean;
}

const AGAIN = { maxAttempts: 2, initialInterval: 1, jitter: false, retryOn: () => true, logWarning: false };

const nodeOf = (work: Work, { saver, retries = false }: Shape) =>
  new StateGraph(State)
    .addNode("n", async () => ({ keys: [...(await work())] }), retries ? { retryPolicy: AGAIN } : {})
    .addEdge(START, "n")
    .addEdge("n", END)
    .compile(saver === undefined ? {} : { checkpointer: saver });

/** Calls of a graph with rollback that does some work. */
function inNode(work: Work, options: RollbackOptions, { saver = new MemorySaver(), retries }: Shape = {}) {
  const graph = withRollback(nodeOf(work, { saver, ...(retries === true ? { retries } : {}) }), options);
  return {
    saver,
    call: (input: object | null, config = {}) => graph.invoke(input, { ...thread, ...config }),
  };
}

function inSubgraph(work: Work, options: RollbackOptions, { saver = new MemorySaver() }: Shape = {}) {
  const around = new StateGraph(State)
    .addNode("sub", nodeOf(work, {}))
    .addEdge(START, "sub")
    .addEdge("sub", END);
  const graph = withRollback(around.compile({ checkpointer: saver }), options);
  return {
    saver,
    call: (input: object | null, config = {}) => graph.invoke(input, { ...thread, ...config }),
  };
}

function inEntrypoint(work: Work, options: RollbackOptions, { saver = new MemorySaver() }: Shape = {}) {
  const around = entrypoint({ name: "work", checkpointer: saver }, async () => ({
    keys: [...(await work())],
  }));
  const graph = withRollback(around, options);
  return {
    saver,
    call: (input: object | null, config = {}) => graph.invoke(input, { ...thread, ...config }),
  };
}

/** A graph's calls on one thread. */
type InShape = (
  work: Work,
  options: RollbackOptions,
  shape?: Shape,
) => {
  readonly saver: MemorySaver;
  readonly call: (input: object | null, config?: RunnableConfig) => Promise<unknown>;
};

const SHAPES: readonly (readonly [string, InShape])[] = [
  ["a node", inNode],
  ["a node of a subgraph", inSubgraph],
  ["an entrypoint", inEntrypoint],
];

/** Books something in a world, and gives the booking's key. */
const bookIn = (world: ListWorld, what: string): Promise<string> =>
  effect(getConfig(), {
    name: "book",
    args: what,
    act: ({ key }) => {
      world.act(key, what);
      return key;
    },
  });

/** The same as a task. */
const bookings = (world: ListWorld) => task("book", (what: string) => bookIn(world, what));

const judged = (world: ListWorld, passesFrom = 1, start = 0): RollbackOptions => ({
  verify: ({ attempt }) => attempt >= passesFrom,
  policy: backTo(start),
  effects: { tools: { book: { undo: world.undo } } },
});

const yes = new Command({ resume: "yes" });

/** Expects that the world holds what the output tells of, and nothing else. */
function expectHeld(world: ListWorld, output: unknown): void {
  const keys: unknown = Reflect.get(Object(output), "keys");
  expect(new Set(world.held.keys())).toEqual(new Set(Array.isArray(keys) ? keys : [keys]));
}

/** Effects of each attempt, as the history tells them. */
async function toldOf(saver: MemorySaver): Promise<readonly (readonly string[])[]> {
  const [run] = await readHistory(saver, thread);
  return run?.attempts.map(({ effects }) => told(effects)) ?? [];
}

describe.each(SHAPES)("what tasks do that %s calls", (_, shape) => {
  it("stays where their stored results are given again after an answer", async () => {
    const world = new ListWorld();
    const book = bookings(world);
    const { call, saver } = shape(async () => {
      const first = await book("flight");
      interrupt("ok?");
      const others = await Promise.all([book("hotel"), book("car"), book("car")]);
      interrupt("sure?");
      return [first, ...others];
    }, judged(world));
    await call({});
    await call(yes);
    expectHeld(world, await call(yes));
    expect(world.asked).toEqual(["do flight", "do hotel", "do car", "do car"]);
    expect(await toldOf(saver)).toEqual([[]]);
  });

  it("stays where a task calls another and asks, and where it has ended before its caller asks", async () => {
    const world = new ListWorld();
    const book = bookings(world);
    const travel = task("travel", async () => {
      const flight = await book("flight");
      interrupt("ok?");
      return [flight, await bookIn(world, "car")];
    });
    const { call, saver } = shape(async () => {
      const keys = await travel();
      interrupt("sure?");
      return keys;
    }, judged(world));
    await call({});
    await call(yes);
    expectHeld(world, await call(yes));
    expect(world.asked).toEqual(["do flight", "do car"]);
    expect(await toldOf(saver)).toEqual([[]]);
  });

  it("stays where a task is tried again", async () => {
    const world = new ListWorld();
    let tries = 0;
    const book = task({ name: "book", retry: AGAIN }, async () => {
      const key = await bookIn(world, "flight");
      if ((tries += 1) === 1) throw new Error("once more");
      return key;
    });
    const { call, saver } = shape(async () => {
      const key = await book();
      interrupt("ok?");
      return [key];
    }, judged(world));
    await call({});
    expectHeld(world, await call(yes));
    expect(world.asked).toEqual(["do flight"]);
    expect(await toldOf(saver)).toEqual([[]]);
  });

  it("stays where another process continues after an abort", async () => {
    const world = new ListWorld();
    const book = bookings(world);
    const stop = new AbortController();
    let isFirst = true;
    const work = async (): Promise<readonly string[]> => {
      const keys = [await book("flight"), await book("hotel")];
      if (isFirst) {
        isFirst = false;
        stop.abort();
        await new Promise(() => {});
      }
      return keys;
    };
    const { call, saver } = shape(work, judged(world));
    await expect(call({}, { signal: stop.signal })).rejects.toThrow(/abort/iu);
    const other = shape(work, judged(world), { saver });
    expectHeld(world, await other.call(null));
    expect(world.asked).toEqual(["do flight", "do hotel"]);
    expect(await toldOf(saver)).toEqual([[]]);
  });

  it("is undone once by a rollback, and the next attempt is not given the stored result", async () => {
    const world = new ListWorld();
    const book = bookings(world);
    const { call, saver } = shape(
      async () => {
        const key = await book("flight");
        interrupt("ok?");
        return [key];
      },
      judged(world, 2),
    );
    await call({});
    await call(yes);
    expectHeld(world, await call(yes));
    expect(world.asked).toEqual(["do flight", "undo book", "do flight"]);
    expect(await toldOf(saver)).toEqual([["book done undone"], []]);
  });

  it("is undone where the caller takes another way after an answer", async () => {
    const world = new ListWorld();
    const book = bookings(world);
    let calls = 0;
    const { call, saver } = shape(async () => {
      calls += 1;
      const keys = calls === 1 ? [await book("flight"), await book("hotel")] : [await book("flight")];
      interrupt("ok?");
      return keys;
    }, judged(world));
    await call({});
    expectHeld(world, await call(yes));
    expect(world.asked).toEqual(["do flight", "do hotel", "undo book"]);
    expect(await toldOf(saver)).toEqual([["book done undone"]]);
  });
});

describe("what tasks do whose caller is tried again", () => {
  it("is undone if it was done before, as LangGraph runs the tasks anew", async () => {
    const world = new ListWorld();
    const book = bookings(world);
    let tries = 0;
    const { call, saver } = inNode(
      async () => {
        const key = await book("flight");
        if ((tries += 1) === 1) throw new Error("once more");
        return [key];
      },
      judged(world),
      { retries: true },
    );
    expectHeld(world, await call({}));
    expect(world.asked).toEqual(["do flight", "do flight", "undo book"]);
    expect(await toldOf(saver)).toEqual([["book done undone"]]);
  });

  it("is on the branch again after an answer: LangGraph then gives the first results, and the later ones are undone", async () => {
    const world = new ListWorld();
    const book = bookings(world);
    let tries = 0;
    const { call, saver } = inNode(
      async () => {
        const key = await book("flight");
        if ((tries += 1) === 1) throw new Error("once more");
        interrupt("ok?");
        return [key];
      },
      judged(world),
      { retries: true },
    );
    await call({});
    expectHeld(world, await call(yes));
    expect(world.asked).toEqual(["do flight", "do flight", "undo book"]);
    expect(await toldOf(saver)).toEqual([["book done undone"]]);
  });

  it("is not cut in two by a rewind", async () => {
    const world = new ListWorld();
    const book = bookings(world);
    let tries = 0;
    const { call, saver } = inNode(
      async () => {
        const key = await book("flight");
        if ((tries += 1) === 1) throw new Error("once more");
        return [key];
      },
      judged(world, 2, 1),
      { retries: true },
    );
    expectHeld(world, await call({}));
    expect(world.held.size).toBe(1);
    expect(await toldOf(saver)).toEqual([["book done undone", "book done undone"], []]);
  });
});

describe("what tasks do that a rollback keeps while their caller runs again", () => {
  const keeping = (again: (keys: readonly string[], world: ListWorld) => Promise<readonly string[]>) => {
    const world = new ListWorld();
    const book = bookings(world);
    const run = inNode(
      async () => {
        const keys = [await book("flight"), await book("hotel")];
        return getReplanNote(getConfig()) === undefined ? keys : again(keys, world);
      },
      judged(world, 2, 1),
      { retries: true },
    );
    return { world, ...run };
  };

  it("stays, and is not done again", async () => {
    const { world, call, saver } = keeping((keys) => Promise.resolve(keys));
    expectHeld(world, await call({}));
    expect(world.asked).toEqual(["do flight", "do hotel", "undo book", "do hotel"]);
    expect(await toldOf(saver)).toEqual([["book done undone"], []]);
  });

  it("stays where the caller asks a human then", async () => {
    const { world, call, saver } = keeping((keys) => {
      interrupt("ok?");
      return Promise.resolve(keys);
    });
    await call({});
    expectHeld(world, await call(yes));
    expect(world.asked).toEqual(["do flight", "do hotel", "undo book", "do hotel"]);
    expect(await toldOf(saver)).toEqual([["book done undone"], []]);
  });

  it("is undone where the caller is tried again then: LangGraph runs the tasks anew", async () => {
    let tries = 0;
    const { world, call, saver } = keeping((keys) => {
      if ((tries += 1) === 1) throw new Error("once more");
      return Promise.resolve(keys);
    });
    expectHeld(world, await call({}));
    expect(world.held.size).toBe(2);
    expect(await toldOf(saver)).toEqual([["book done undone"], ["book done undone", "book done undone"]]);
  });
});
