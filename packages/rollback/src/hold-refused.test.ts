import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { doing, told, toStep } from "./fixtures/acting-graph.ts";
import { on } from "./fixtures/chain-graph.ts";
import { EffectWorld } from "./fixtures/effect-world.ts";
import { effect, readHistory, settleHeld, withRollback, type RollbackOptions } from "./index.ts";
import { readActs } from "./inspection.ts";

/** A node that mails, and continues where it gets no receipt; it gets one from the second time on, if `heals`. */
function mailing({ heals = false, ...options }: Partial<RollbackOptions> & { readonly heals?: boolean }) {
  const sent: unknown[] = [];
  let asked = 0;
  const receipt = (): string => {
    if ((asked += 1) > 1 && heals) return "queued";
    throw new Error("The queue is full.");
  };
  const release = ({ args }: { readonly args: unknown }): void => void sent.push(args);
  const checkpointer = new MemorySaver();
  const graph = doing(
    new EffectWorld(),
    ["mail"],
    (name, config) =>
      effect(config, { name, args: name, act: () => "sent at once" }).catch((error: Error) => error.message),
    checkpointer,
  );
  const tools = { mail: { hold: { receipt, release } } };
  return {
    sent,
    checkpointer,
    graph: withRollback(graph, { verify: () => true, effects: { tools }, ...options }),
  };
}

describe("an act whose receipt could not be given", () => {
  it("never takes place: its caller was told that it is not carried out", async () => {
    const { checkpointer, graph, sent } = mailing({});
    const { said } = await graph.invoke({}, on("t"));
    expect(said[0]).toMatch(/was not carried out.*The queue is full/);
    expect(sent).toEqual([]);
    expect(await settleHeld(graph, on("t"), "release")).toEqual([]);
    expect(await readActs(checkpointer, on("t"))).toMatchObject([{ name: "mail", isHeld: false }]);
  });

  it("is nothing to tell of: no effect of its attempt", async () => {
    const { graph, sent } = mailing({ verify: () => false, maxRollbacks: 1, policy: toStep(0) });
    await graph.invoke({}, on("t"));
    const [run] = await readHistory(graph, on("t"));
    expect(run?.attempts.map(({ effects = [] }) => effects)).toEqual([[], []]);
    expect(run?.attempts[0]?.note).not.toContain("calls");
    // The world is as the first attempt left it.
    expect(run?.attempts[1]?.stands?.attempt).toBe(1);
    expect(sent).toEqual([]);
  });

  it("does not stop a rollback that was decided before it was refused", async () => {
    let judge = (): void => {};
    let decide = (): void => {};
    const judged = new Promise<void>((resolve) => (judge = resolve));
    const decided = new Promise<void>((resolve) => (decide = resolve));
    const turns = async (): Promise<void> => {
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    };
    const checkpointer = new MemorySaver();
    const put = checkpointer.put.bind(checkpointer);
    const putWrites = checkpointer.putWrites.bind(checkpointer);
    checkpointer.putWrites = async (config, writes, taskId) => {
      if (/^effect-[^:]*$/u.test(taskId)) await judged;
      if (taskId.includes(":failed:")) await decided;
      await putWrites(config, writes, taskId);
    };
    checkpointer.put = async (config, checkpoint, ...rest) => {
      if ("attempt" in checkpoint.channel_values) decide();
      await turns();
      return put(config, checkpoint, ...rest);
    };
    // Its node does not wait for it: its intent is stored when its attempt is over.
    let refused: unknown;
    const act = (name: string, config: Parameters<typeof effect>[0]): string => {
      const mailed = effect(config, { name, args: name, act: () => "sent at once" });
      if (refused === undefined) mailed.catch((error: unknown) => (refused = error));
      return name;
    };
    const graph = withRollback(doing(new EffectWorld(), ["mail"], act, checkpointer), {
      verify: async ({ attempt }) => {
        judge();
        await turns();
        return attempt > 1;
      },
      policy: toStep(0),
      effects: { tools: { mail: { hold: { release: () => {} } } } },
    });
    await graph.invoke({}, on("t"));
    expect(refused).toMatchObject({ code: "ATTEMPT_OVER" });
    const [run] = await readHistory(graph, on("t"));
    expect(told(run?.attempts[0]?.effects)).toEqual(['mail "mail" discarded']);
    expect(run?.status).toBe("recovered");
  });

  it("leaves another attempt free to call it", async () => {
    const { graph, sent } = mailing({ heals: true, verify: ({ attempt }) => attempt > 1, policy: toStep(0) });
    expect((await graph.invoke({}, on("t"))).said).toEqual(["queued"]);
    expect(sent).toEqual(["mail"]);
  });
});
