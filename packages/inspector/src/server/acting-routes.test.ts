import { MemorySaver } from "@langchain/langgraph";
import { readHistory } from "langgraph-rollback";
import { describe, expect, it, vi } from "vitest";

import { actingAgent } from "../fixtures/acting-agent.ts";
import { acting, config, givenUp, waiting } from "../fixtures/acting-inspector.ts";
import { openInspector } from "../fixtures/open-inspector.ts";
import { checkpointerSource } from "../source/checkpointer-source.ts";

describe("acting on a thread", () => {
  it("shows what a retry would undo, and starts it in the background with an edited note", async () => {
    const { ended, post, view, world } = await acting(givenUp);
    const { expected, retry } = await view("&step=3");
    expect(retry).toMatchObject({ step: 3, kept: 3, undo: [{ name: "pay" }], note: expect.any(String) });
    const answer = await post("retry", { expected, step: 3, note: "Take <i>2B</i>.", why: "1A is taken" });
    expect(answer).toMatchObject({ status: 202, body: { action: "retry", by: "ada", step: 3 } });
    const run = await ended();
    expect(run).toMatchObject({
      status: "recovered",
      actions: [{ action: "retry", by: "ada", step: 3, why: "1A is taken" }],
    });
    expect(run?.attempts[0]).toMatchObject({ note: "Take <i>2B</i>." });
    expect(world.calls).toEqual(["book", "pay", "undo pay", "pay"]);
  });

  it.each([
    ["approves", { decision: "approve" }, "recovered", { action: "approve" }],
    [
      "approves with another start and note",
      { decision: "approve", step: 2, note: "2B" },
      "recovered",
      { action: "approve", step: 2 },
    ],
    ["declines", { decision: "decline", held: "discard" }, "gave-up", { action: "decline" }],
  ])("%s a rollback that waits", async (_, answer, status, action) => {
    const { ended, post, view } = await acting(waiting);
    const { expected, question } = await view();
    expect(question).toMatchObject({ type: "rollback:approve" });
    expect(await post("answer", { expected, ...answer })).toMatchObject({ status: 202 });
    expect(await ended()).toMatchObject({ status, actions: [{ by: "ada", ...action }] });
  });

  it("undoes one effect, and the thread's view tells who did", async () => {
    const { inspector, post, view, world } = await acting({ verify: () => true });
    const { effects, expected } = await view();
    expect(effects).toMatchObject([
      { name: "book", can: ["undo"] },
      { name: "pay", can: ["undo"] },
    ]);
    const effect = effects[1]?.id;
    expect(await post("effect", { expected, effect, action: "undo" })).toMatchObject({
      status: 200,
      body: { name: "pay", standing: "undone" },
    });
    expect(world.calls).toEqual(["book", "pay", "undo pay"]);
    const { runs } = JSON.parse(await (await inspector.ask("/api/thread?id=seats")).text());
    expect(runs[0].actions).toMatchObject([{ action: "undo", by: "ada", effect }]);
  });

  it("copies a thread up to a step", async () => {
    const { inspector, post, view } = await acting(givenUp);
    const { expected } = await view();
    expect(await post("fork", { expected, step: 2, to: "seats/../2" })).toEqual({
      status: 200,
      body: { thread: "seats/../2" },
    });
    const copied = await inspector.ask(`/api/thread?id=${encodeURIComponent("seats/../2")}`);
    expect(JSON.parse(await copied.text()).runs[0].attempts[0].steps).toHaveLength(2);
    expect(await post("fork", { expected, step: 2, to: "another" })).toMatchObject({
      status: 409,
      body: { error: { code: "THREAD_CHANGED", message: expect.stringContaining("ada copied the thread") } },
    });
  });

  it("shows a run that it has started, and stops it; a call that was stopped has not failed", async () => {
    const { ended, post, view } = await acting(givenUp, { wait: untilAborted });
    const { expected } = await view();
    const { body } = await post("retry", { expected, step: 3 });
    expect(await view()).toMatchObject({
      underWay: body,
      refused: expect.stringMatching(/^Attempt 1 .* under way/),
    });
    expect(await post("stop", { id: "another" })).toMatchObject({ status: 409 });
    expect(await post("stop", { id: body.id, by: "bob" })).toEqual({ status: 200, body: {} });
    expect(await view()).not.toHaveProperty("failed");
    expect((await ended())?.actions).toMatchObject([
      { action: "retry", by: "ada" },
      { action: "stop", by: "bob" },
    ]);
  });

  it("tells of a run that has failed until another one begins, and not only to who has started it", async () => {
    let fail: (error: Error) => void = () => {};
    const wait = () =>
      new Promise<void>((_, reject) => {
        fail = reject;
      });
    const { ended, post, view } = await acting(givenUp, { wait });
    const { expected } = await view();
    expect(await post("retry", { expected, step: 3, by: "bob" })).toMatchObject({ status: 202 });
    expect(await view()).toMatchObject({ underWay: { by: "bob" } });
    fail(new Error("no <b>model</b> \u001b[2J"));
    await ended();
    expect(await view()).toMatchObject({
      failed: { by: "bob", step: 3, message: expect.stringContaining("no <b>model</b> \u001b[2J") },
    });
  });
});

const untilAborted = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

describe("two people, two clicks, a restart", () => {
  it("does once what two people ask for at once, and tells the other who was first", async () => {
    const { ended, post, view, world } = await acting(givenUp);
    const { expected } = await view();
    const both = await Promise.all(
      ["bob", "eve"].map((by) => post("retry", { expected, step: 3, note: "2B", by })),
    );
    expect(both.map(({ status }) => `${status}`).toSorted()).toEqual(["202", "409"]);
    await ended();
    const late = await post("retry", { expected, step: 2, by: "late" });
    const first = both[0]?.status === 202 ? "bob" : "eve";
    expect(late).toMatchObject({
      status: 409,
      body: {
        error: {
          code: "THREAD_CHANGED",
          message: expect.stringMatching(
            new RegExp(`^Nothing was done.* ${first} retried the run from step 4`),
          ),
        },
      },
    });
    expect(world.calls).toEqual(["book", "pay", "undo pay", "pay"]);
  });

  it("does once what is clicked twice", async () => {
    const { ended, post, view, world } = await acting(givenUp);
    const { expected } = await view();
    const [first, second] = await Promise.all([1, 2].map(() => post("retry", { expected, step: 3 })));
    expect([first?.status, second?.status]).toEqual([202, 202]);
    await ended();
    expect(world.calls).toEqual(["book", "pay", "undo pay", "pay"]);
    const { effects, expected: now } = await view();
    const undo = { expected: now, effect: effects[0]?.id, action: "undo" };
    const undone = await Promise.all([1, 2].map(() => post("effect", undo)));
    expect(undone.map(({ status }) => status)).toEqual([200, 200]);
    expect(world.calls.slice(4)).toEqual(["undo book"]);
  });

  it("stops its runs when it ends; the same request to the next server completes it, and does nothing twice", async () => {
    let isUp = false;
    const wait = (signal?: AbortSignal) => (isUp ? Promise.resolve() : untilAborted(signal));
    const { ended, inspector, open, post, view, world } = await acting(givenUp, { wait });
    const { expected } = await view();
    const request = { expected, step: 3, note: "2B" };
    expect(await post("retry", request)).toMatchObject({ status: 202 });
    await vi.waitUntil(() => world.calls.length === 4);
    await inspector.close();
    isUp = true;
    const next = await open();
    expect(await post("retry", request, next)).toMatchObject({ status: 202 });
    const run = await ended(next);
    expect(run).toMatchObject({ status: "recovered", actions: [{ action: "retry", by: "ada" }] });
    expect(world.calls).toEqual(["book", "pay", "undo pay", "pay"]);
  });
});

describe("refused requests", () => {
  const body = { thread: "seats", by: "eve", step: 3, action: "undo", effect: "e", decision: "approve" };
  const PATHS = ["answer", "retry", "what-if", "effect", "fork", "stop", "cancel", "delete"];

  it("has no such routes without an agent", async () => {
    const { ask, post } = await openInspector();
    expect(await (await ask("/api/info")).json()).not.toHaveProperty("actsBy");
    expect((await ask("/api/act?thread=t-1")).status).toBe(404);
    for (const action of PATHS) expect((await post(`/api/act/${action}`, body)).status).toBe(404);
  });

  it.each(PATHS)(
    "of %s do nothing: a foreign token or page, a form, a GET, too much, what is no request",
    async (action) => {
      const { inspector, saver, view } = await acting(waiting);
      const { expected } = await view();
      const path = `/api/act/${action}`;
      const sent = { ...body, expected };
      const status = async (headers: Record<string, string>) =>
        (await inspector.post(path, sent, headers)).status;
      expect(await status({ cookie: "" })).toBe(401);
      expect(
        await status({ cookie: inspector.cookie.replace(/.$/, (last) => (last === "A" ? "B" : "A")) }),
      ).toBe(401);
      expect(await status({ origin: "https://evil.example" })).toBe(403);
      expect(await status({ "sec-fetch-site": "cross-site" })).toBe(403);
      expect(await status({ "content-type": "text/plain" })).toBe(415);
      const headers = { "content-type": "application/json" };
      const noOrigin = { method: "POST", headers, body: JSON.stringify(sent) };
      expect((await inspector.ask(path, noOrigin)).status).toBe(403);
      expect((await inspector.ask(path)).status).toBe(405);
      expect((await inspector.post(path, { ...sent, note: "x".repeat(70_000) })).status).toBe(413);
      expect((await inspector.post(path, { ...sent, admin: true })).status).toBe(400);
      expect((await readHistory(saver, config))[0]?.actions).toBeUndefined();
    },
  );

  it.each([
    ["a name with control characters", { by: "eve\u001b[2J" }],
    ["no name", { by: " " }],
    ["a step that the attempt does not have", { step: 99 }],
    ["a step that is none", { step: 1.5 }],
    ["a note as long as a book", { note: "x".repeat(20_001) }],
  ])("of %s do nothing", async (_, change) => {
    const { post, saver, view } = await acting(givenUp);
    const { expected } = await view();
    expect(await post("retry", { expected, step: 3, ...change })).toMatchObject({
      status: 400,
      body: { error: { code: "BAD_REQUEST" } },
    });
    expect((await readHistory(saver, config))[0]?.actions).toBeUndefined();
  });

  it("asks for consent to what nothing undoes", async () => {
    const { post, view, world } = await acting({
      ...givenUp,
      effects: { tools: { book: "irreversible", pay: "irreversible" }, onIrreversible: "allow" },
    });
    const { expected, retry } = await view("&step=3");
    expect(retry?.cannotUndo).toMatchObject([{ name: "pay" }]);
    expect(await post("retry", { expected, step: 3 })).toMatchObject({
      status: 409,
      body: { error: { code: "ACTION_REFUSED", message: expect.stringContaining('"pay"') } },
    });
    expect(world.calls).toEqual(["book", "pay"]);
    expect(await post("retry", { expected, step: 3, mayStand: true })).toMatchObject({ status: 202 });
  });
});

describe("an address that only lets people read", () => {
  it("shows threads, and neither acts nor labels", async () => {
    const saver = new MemorySaver();
    const graph = actingAgent(saver, { calls: [] }, waiting);
    await graph.invoke({ log: [] }, config);
    const source = checkpointerSource(saver, "memory");
    const inspector = await openInspector({ source, act: { graph, by: "ada" }, isShared: true });
    const { origin } = inspector;
    const entered = await fetch(inspector.readOnlyUrl ?? "");
    const cookie = (entered.headers.get("set-cookie") ?? "").split(";", 1)[0] ?? "";
    expect(cookie).not.toBe(inspector.cookie);
    const headers = { cookie, origin, "content-type": "application/json" };
    const get = (path: string) => fetch(`${origin}${path}`, { headers });
    expect(await (await get("/api/info")).json()).toMatchObject({ isReadOnly: true });
    expect(await (await get("/api/info")).json()).not.toHaveProperty("actsBy");
    expect((await get("/api/thread?id=seats")).status).toBe(200);
    expect((await get("/api/act?thread=seats")).status).toBe(403);
    for (const path of ["/api/act/answer", "/api/act/retry", "/api/labels", "/api/labels/retract"]) {
      const refused = await fetch(`${origin}${path}`, { method: "POST", headers, body: "{}" });
      expect(refused.status).toBe(403);
      expect(await refused.json()).toMatchObject({ error: { code: "READ_ONLY" } });
    }
  });

  it("is there only if it is asked for", async () => {
    expect((await openInspector()).readOnlyUrl).toBeUndefined();
  });
});
