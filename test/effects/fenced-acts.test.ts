import { MemorySaver } from "@langchain/langgraph";
import { withRollback, type RollbackMode, type RollbackOptions, type ThreadLock } from "langgraph-rollback";
import { describe, expect, it } from "vitest";

import { doing, line, ListWorld, thread } from "./list-world.ts";

/** A lock that can be lost: another process has the thread from then on. */
class FencingLock implements ThreadLock {
  readonly #lost = new AbortController();

  async acquire() {
    return { lost: this.#lost.signal, fences: true, release: async () => {} };
  }

  lose(): void {
    this.#lost.abort(new Error("the lease has expired"));
  }
}

/** A checkpointer during whose storing of a mark something happens, as when the process is stopped there. */
class StoppingSaver extends MemorySaver {
  readonly #at: string;
  readonly #meanwhile: () => void;

  constructor(at: string, meanwhile: () => void) {
    super();
    this.#at = at;
    this.#meanwhile = meanwhile;
  }

  override async putWrites(...args: Parameters<MemorySaver["putWrites"]>): Promise<void> {
    await super.putWrites(...args);
    if (args[1].some(([, value]) => isMark(value, this.#at))) this.#meanwhile();
  }
}

const isMark = (value: unknown, mark: string): boolean =>
  typeof value === "object" && value !== null && "mark" in value && value.mark === mark;

/** An agent that pays, whose thread is taken over while a mark is being stored. */
function overtakenAt(
  mark: string,
  effects: Required<RollbackOptions>["effects"],
  mode: RollbackMode = "rollback",
) {
  const [world, lock] = [new ListWorld(), new FencingLock()];
  const saver = new StoppingSaver(mark, () => lock.lose());
  const agent = withRollback(line({ pay: doing(world, "pay") }, saver), {
    verify: () => true,
    effects,
    lock,
    mode,
  });
  return { agent, world };
}

describe("a run whose thread another process has taken over", () => {
  it.each(["rollback", "observe"] as const)(
    "begins no act whose intent it was still storing then (%s)",
    async (mode) => {
      const { agent, world } = overtakenAt("intent", { tools: { pay: { undo: () => {} } } }, mode);
      await expect(agent.invoke({}, thread)).rejects.toMatchObject({ code: "THREAD_LOCK_LOST" });
      expect(world.asked).toEqual([]);
    },
  );

  it("carries out no act that it has held", async () => {
    const released: string[] = [];
    const release = ({ key }: { readonly key: string }): void => void released.push(key);
    const { agent } = overtakenAt("releasing", { tools: { pay: { hold: { release } } } });
    await agent.invoke({}, thread);
    expect(released).toEqual([]);
  });
});
