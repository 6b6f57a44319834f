import { expect, it } from "vitest";

import { openInspector } from "../fixtures/open-inspector.ts";
import { steppedWait } from "../fixtures/stepped-wait.ts";
import { sampleSource } from "../testing/index.ts";

it("lists the part of the threads that a query asks for", async () => {
  const { ask } = await openInspector();
  const list = async (query: string) => (await ask(`/api/threads?${query}`)).json();
  expect(await list("filter=recovered&sort=-updatedAt&from=1&count=1")).toMatchObject({
    threads: [{ id: "t-5" }],
    matching: 3,
    known: 12,
    counts: { all: 12, recovered: 3 },
  });
  expect(await list("search=museum&followUp=true")).toMatchObject({ matching: 12, unread: 0 });
});

it.each([
  "filter=toString",
  "since=yesterday",
  "until=2026-03-02",
  "from=-1",
  "count=201",
  "count=1e9",
  `search=${"a".repeat(201)}`,
  `agent=${"a".repeat(201)}`,
  "followUp=yes",
])("refuses the query %s", async (query) => {
  const { ask } = await openInspector();
  const answer = await ask(`/api/threads?${query}`);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: { code: "BAD_REQUEST" } });
});

it("tells each watcher of the list about every change once", async () => {
  const { look, wait } = steppedWait();
  const version = { now: "1" };
  const source = { ...sampleSource(), listVersion: async () => version.now };
  const { ask } = await openInspector({ source, watch: { wait } });
  const answer = await ask("/api/threads/events");
  const chunks = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await chunks?.read())?.value).toMatch(/^event: watching/);
  look();
  version.now = "2";
  look();
  expect((await chunks?.read())?.value).toMatch(/^event: changed/);
});
