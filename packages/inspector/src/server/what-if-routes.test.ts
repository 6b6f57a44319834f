import type { MemorySaver } from "@langchain/langgraph";
import { readHistory } from "langgraph-rollback";
import { describe, expect, it, vi } from "vitest";

import { acting, config, givenUp } from "../fixtures/acting-inspector.ts";

describe("a what-if", () => {
  const rules = {
    nodes: { plan: "run", search: "run", book: "run", pay: "run", answer: "run" },
    tools: { "pay.later": "run", mail: () => "sent" },
  } as const;
  const stored = ({ storage, writes }: MemorySaver): string => JSON.stringify([storage, writes], asText);
  const asText = (_: string, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value;

  it("runs on a copy in the background, and is shown beside the run, with its acts", async () => {
    const { inspector, post, saver, view, world } = await acting({ ...givenUp, rules });
    const before = stored(saver);
    const { expected, whatIfs } = await view("&step=3");
    expect(whatIfs).toEqual({
      nodes: ["plan", "search", "book", "pay", "answer"],
      runs: ["pay.later"],
      answered: ["mail"],
      hasSandbox: false,
    });
    const edited = { note: "Take <i>2B</i>.", update: { log: ["typed"] }, why: "curious" };
    const answer = await post("what-if", { expected, step: 3, ...edited });
    expect(answer).toMatchObject({ status: 202, body: { action: "what-if", by: "ada", step: 3 } });
    const last = await vi.waitUntil(async () => (await view()).whatIfs?.last);
    const acts = [{ name: "pay", args: '"1A"', answer: "recorded" }];
    const told = { by: "ada", why: "curious", step: 3, status: "accepted", acts };
    expect(last).toMatchObject({ replay: 1, told });
    const read = async (path: string) => JSON.parse(await (await inspector.ask(`/api/${path}`)).text());
    const shown = { variant: "what-if from step 4, by ada", thread: "seats", number: 1, attempt: 1 };
    expect(await read("replays?id=seats")).toMatchObject([{ ...shown, whatIf: told }]);
    const { against, steps } = await read("replay?thread=seats&replay=1");
    expect(steps).toHaveLength(5);
    expect(against).toEqual([{ attempt: 1, kept: 3, partsAt: 4 }]);
    expect((await read("threads?from=0&count=9")).threads).toMatchObject([{ id: "seats", replays: 1 }]);
    expect(stored(saver)).toBe(before);
    expect(world.calls).toEqual(["book", "pay"]);
  });

  it("does not do an act that its agent allows nobody, and says so; the next one is another", async () => {
    const { post, saver, view, world } = await acting({
      ...givenUp,
      rules: { ...rules, tools: { pay: "refuse" } },
    });
    const { expected } = await view();
    for (const [place, note] of ["", "2B"].entries()) {
      expect(await post("what-if", { expected, step: 3, note })).toMatchObject({ status: 202 });
      const last = await vi.waitUntil(async () => {
        const made = (await view()).whatIfs?.last;
        return made?.replay === place + 1 ? made : undefined;
      });
      expect(last.told).toMatchObject({ status: "inconclusive", acts: [{ name: "pay", answer: "refused" }] });
    }
    expect(world.calls).toEqual(["book", "pay"]);
    expect((await readHistory(saver, config))[0]?.actions).toBeUndefined();
  });

  it("is refused where somebody else has acted since, and tells who", async () => {
    const { ended, post, view } = await acting({ ...givenUp, rules });
    const { expected } = await view();
    await post("retry", { expected, step: 3, by: "bob" });
    await ended();
    expect(await post("what-if", { expected, step: 3 })).toMatchObject({
      status: 409,
      body: { error: { code: "THREAD_CHANGED", message: expect.stringContaining("bob retried the run") } },
    });
    expect((await view()).whatIfs?.last).toBeUndefined();
  });

  it("is stopped, and nothing of it is kept", async () => {
    const { post, saver, view } = await acting({ ...givenUp, rules }, { wait: untilAborted });
    const before = stored(saver);
    const { expected } = await view();
    const { body } = await post("what-if", { expected, step: 3, note: "2B" });
    expect(await view()).toMatchObject({ whatIfs: { underWay: body } });
    expect(await view()).not.toHaveProperty("underWay");
    expect(await post("stop", { id: body.id })).toEqual({ status: 200, body: {} });
    const { whatIfs } = await view();
    expect(whatIfs).not.toHaveProperty("underWay");
    expect(whatIfs).not.toHaveProperty("last");
    expect(whatIfs).not.toHaveProperty("failed");
    expect(stored(saver)).toBe(before);
  });

  it.each([
    ["a step that the run does not have", { step: 99 }],
    ["a channel that the graph does not have", { update: { nosuch: 1 } }],
    ["values that are no object", { update: [1] }],
    ["a name with control characters", { by: "eve\u001b[2J" }],
  ])("is not started with %s", async (_, change) => {
    const { post, view } = await acting({ ...givenUp, rules });
    const { expected } = await view();
    expect(await post("what-if", { expected, step: 3, ...change })).toMatchObject({
      status: 400,
      body: { error: { code: "BAD_REQUEST" } },
    });
  });
});

const untilAborted = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
