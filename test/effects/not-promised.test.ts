import { tool } from "@langchain/core/tools";
import { effect, readHistory, withRollback } from "langgraph-rollback";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { backTo, doing, line, ListWorld, thread, told } from "./list-world.ts";

const soon = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

describe("what nobody can promise about effects", () => {
  it("an act may have happened although it threw: undo is called, and told that it failed", async () => {
    const world = new ListWorld();
    let isFirst = true;
    const pay = line({
      pay: (config) =>
        effect(config, {
          name: "pay",
          args: {},
          act: ({ key }) => {
            const done = world.act(key, "pay");
            if (!isFirst) return done;
            isFirst = false;
            throw new Error("no answer");
          },
        }),
    });
    await withRollback(pay, { verify: () => true, effects: { tools: { pay: { undo: world.undo } } } }).invoke(
      {},
      thread,
    );
    expect(world.calls.map(({ outcome }) => outcome)).toEqual(["failed"]);
    expect(world.holds).toEqual(["pay"]);
  });

  it("an act that is still under way may land later: undo is told that its outcome is unknown, and the record that it may still land", async () => {
    const world = new ListWorld();
    let land = (): void => {};
    const landed = new Promise<void>((resolve) => {
      land = resolve;
    });
    let isFirst = true;
    const slow = line({
      slow: async (config) => {
        const done = effect(config, {
          name: "slow",
          args: {},
          act: async ({ key }) => {
            if (isFirst) {
              isFirst = false;
              await landed;
            }
            return world.act(key, "slow");
          },
        });
        // Waits for it, but not for long.
        return Promise.race([done, soon(5)]);
      },
    });
    const wrapped = withRollback(slow, {
      verify: ({ attempt }) => attempt > 1,
      effects: { tools: { slow: { undo: world.undo } }, openTimeout: 5 },
    });
    await wrapped.invoke({}, thread);
    const [run] = await readHistory(wrapped, thread);
    expect(world.calls.map(({ outcome }) => outcome)).toEqual(["unknown"]);
    expect(run?.attempts[0]?.effects).toMatchObject([
      { standing: "undone", outcome: "unknown", mayStillLand: true },
    ]);
    land();
    await soon(5);
    // The world that honours keys does not let it land twice.
    expect(world.asked.filter((asked) => asked === "do slow")).toHaveLength(2);
    expect(world.holds).toEqual(["slow"]);
  });

  it("calls of undo are at least one, not exactly one: the world counts a key once", async () => {
    const world = new ListWorld();
    let failures = 1;
    const undo: ListWorld["undo"] = (call) => {
      world.undo(call);
      if ((failures -= 1) >= 0) throw new Error("its answer was lost");
    };
    const wrapped = withRollback(line({ a: doing(world, "a") }), {
      verify: ({ attempt }) => attempt > 1,
      effects: { tools: { a: { undo } }, undoRetries: 1 },
    });
    await wrapped.invoke({}, thread);
    expect(world.asked).toEqual(["do a", "undo a", "undo a", "do a"]);
    expect(world.holds).toEqual(["a"]);
  });

  it("acts of an earlier try inside a kept step are told where nothing undoes them", async () => {
    const world = new ListWorld();
    let tries = 0;
    const graph = line(
      {
        mails: async (config) => {
          tries += 1;
          await doing(world, tries === 1 ? "mail" : "letter")(config);
          if (tries === 1) throw new Error("again, please");
          return "sent";
        },
        pay: doing(world, "pay"),
      },
      undefined,
      true,
    );
    const wrapped = withRollback(graph, {
      verify: ({ attempt }) => attempt > 1,
      policy: backTo(1),
      effects: {
        tools: { mail: "irreversible", letter: "irreversible", pay: { undo: world.undo } },
        onIrreversible: "allow",
      },
    });
    await wrapped.invoke({}, thread);
    const [run] = await readHistory(wrapped, thread);
    expect(told(run?.attempts[0]?.effects)).toEqual(["pay done undone", "mail done stands"]);
    expect(world.holds).toEqual(["letter", "mail", "pay"]);
  });
});

describe("what is not seen", () => {
  const mail = (world: ListWorld) =>
    tool(() => world.act("unseen", "mail"), {
      name: "mail",
      description: "sends a mail",
      schema: z.object({}),
    });

  it.each<{ readonly what: string; readonly call: (world: ListWorld) => unknown }>([
    {
      what: "a tool that is called with a list of callbacks of one's own",
      call: (world) => mail(world).invoke({}, { callbacks: [] }),
    },
    { what: "a tool's function, called directly", call: (world) => mail(world).func({}) },
    {
      what: "an object that only looks like a tool",
      call: (world) => ({ name: "mail", invoke: () => world.act("unseen", "mail") }).invoke(),
    },
  ])("is $what: no record knows of it, and it stands", async ({ call }) => {
    const world = new ListWorld();
    const wrapped = withRollback(line({ mails: () => call(world) }), {
      verify: ({ attempt }) => attempt > 1,
      effects: { tools: { mail: { undo: world.undo } } },
    });
    await wrapped.invoke({}, thread);
    const [run] = await readHistory(wrapped, thread);
    expect(run?.attempts.map(({ effects }) => effects)).toEqual([undefined, undefined]);
    expect(world.asked).toEqual(["do mail", "do mail"]);
  });

  it("is what a tool does after it has returned: it was undone before it landed", async () => {
    const world = new ListWorld();
    let land = (): void => {};
    const later = new Promise<void>((resolve) => {
      land = resolve;
    });
    const mailLater = tool(
      () => {
        void later.then(() => world.act("unseen", "mail"));
        return "soon";
      },
      { name: "mail", description: "sends a mail", schema: z.object({}) },
    );
    const wrapped = withRollback(line({ mails: () => mailLater.invoke({}) }), {
      verify: ({ attempt }) => attempt > 1,
      effects: { tools: { mail: { undo: world.undo } } },
    });
    await wrapped.invoke({}, thread);
    land();
    await soon(1);
    expect(world.asked).toEqual(["undo mail", "do mail", "do mail"]);
  });
});
