import { expect, it } from "vitest";

import { openInspector } from "../fixtures/open-inspector.ts";
import { steppedWait } from "../fixtures/stepped-wait.ts";
import { sampleSource } from "../testing/index.ts";

/** A source whose version is what the test says. */
function versioned() {
  const versions = { now: "1" };
  return { versions, source: { ...sampleSource(), version: async () => versions.now } };
}

/** Reads one event at a time. */
function eventsOf(answer: Response): () => Promise<string> {
  const chunks = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  return async () => (await chunks?.read())?.value ?? "the end";
}

it("says that it watches, then tells of every change once", async () => {
  const { source, versions } = versioned();
  const { wait, look } = steppedWait();
  const { ask } = await openInspector({ source, watch: { wait } });
  const answer = await ask("/api/events?id=t-1");
  expect(answer.headers.get("content-type")).toBe("text/event-stream");
  const next = eventsOf(answer);
  expect(await next()).toMatch(/^event: watching\ndata: \nid: [\w-]{43}\n\n$/);
  look();
  versions.now = "2\nevent: forged";
  look();
  expect(await next()).toMatch(/^event: changed\ndata: \nid: [\w-]{43}\n\n$/);
  versions.now = "3";
  look();
  expect(await next()).toMatch(/^event: changed\n/);
});

it("sends a sign of life when nothing changes for long", async () => {
  const { source } = versioned();
  const { wait, look } = steppedWait();
  const { ask } = await openInspector({ source, watch: { wait } });
  const next = eventsOf(await ask("/api/events?id=t-1"));
  await next();
  for (let looks = 0; looks < 15; looks += 1) look();
  expect(await next()).toBe(":\n\n");
});

it("tells a page that comes back what it has missed", async () => {
  const { source, versions } = versioned();
  const { ask } = await openInspector({ source, watch: { wait: steppedWait().wait } });
  const first = await eventsOf(await ask("/api/events?id=t-1"))();
  const seen = { "last-event-id": /id: (.*)/.exec(first)?.[1] ?? "" };
  expect(await eventsOf(await ask("/api/events?id=t-1", { headers: seen }))()).toMatch(/^event: watching/);
  versions.now = "2";
  expect(await eventsOf(await ask("/api/events?id=t-1", { headers: seen }))()).toMatch(/^event: changed/);
});

it("forgets a watcher who has left, and refuses more than it can bear", async () => {
  const { source } = versioned();
  const { wait, ended } = steppedWait();
  const { ask } = await openInspector({ source, watch: { wait, most: 1 } });
  const leaving = new AbortController();
  await eventsOf(await ask("/api/events?id=t-1", { signal: leaving.signal }))();
  const refused = await ask("/api/events?id=t-2");
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ error: { code: "TOO_MANY_WATCHERS" } });
  leaving.abort();
  await ended();
  expect((await ask("/api/events?id=t-2")).status).toBe(200);
});

it("hangs up where the source fails, and tells its starter why", async () => {
  const failure = new Error("the database is gone");
  const told: unknown[] = [];
  const source = { ...sampleSource(), version: () => Promise.reject(failure) };
  const { ask } = await openInspector({ source, onError: (error) => told.push(error) });
  expect(await (await ask("/api/events?id=t-1")).text()).toBe("");
  expect(told).toEqual([failure]);
});
