import { createServer } from "node:http";
import { networkInterfaces } from "node:os";
import { expect, it } from "vitest";

import { openInspector } from "../fixtures/open-inspector.ts";
import { rawRequest } from "../fixtures/raw-request.ts";
import { sampleSource } from "../testing/index.ts";
import { ListenError } from "./listen-error.ts";

/** As they were before any server was started. */
const ownOfNode = [globalThis.Request, globalThis.Response];

it("answers what the page asks", async () => {
  const { ask } = await openInspector({ source: sampleSource({ threads: 2 }) });
  const json = async (path: string) => (await ask(path)).json();
  expect(await json("/api/info")).toEqual({
    name: "sample threads (simulated)",
    labeller: "ada",
    convention: "earliest-unrecovered",
    hasQueue: false,
    hasStats: false,
    hasFindings: false,
  });
  expect(await json("/api/threads")).toMatchObject({
    threads: [{ id: "t-1" }, { id: "t-2" }],
    more: false,
  });
  expect(await json("/api/thread?id=t-1")).toEqual(await sampleSource().thread("t-1"));
  const address = { thread: "t-1", run: "run-b", attempt: 1, step: 2 };
  expect(await json("/api/step?thread=t-1&run=run-b&attempt=1&step=2")).toEqual(
    await sampleSource().step(address),
  );
  expect(await json("/api/labels")).toMatchObject({ labels: [] });
  expect(await json("/api/calibration")).toHaveProperty("warnings");
  expect(await json("/api/promises")).toMatchObject({ parts: [{ about: "first-rollback" }] });
  expect(await json("/api/learning")).toEqual({ agents: [], threads: 2, more: false });
  expect(await json("/api/pilot/tasks")).toEqual({});
});

it.each(["right-or-wrong", "", " "])(
  "does not start with the convention %o, which names no steps",
  async (convention) => {
    await expect(openInspector({ convention })).rejects.toThrow(/^Expected `convention`/);
  },
);

it("asks for a thread by its very id", async () => {
  const ids = ["..", ".", "", "a/b", "a%2Fb", "a b", "ü\u0000", "?id=t-1", "__proto__", "<script>"];
  const asked: string[] = [];
  const source = { ...sampleSource(), thread: async (id: string) => void asked.push(id) };
  const { ask } = await openInspector({ source });
  for (const id of ids)
    expect((await ask(`/api/thread?${new URLSearchParams({ id }).toString()}`)).status).toBe(404);
  expect(asked).toEqual(ids);
});

it.each([
  "/api/thread",
  `/api/thread?id=${"x".repeat(1001)}`,
  "/api/step?thread=t-1&run=run-b&attempt=1",
  "/api/step?thread=t-1&run=run-b&attempt=-1&step=0",
  "/api/step?thread=t-1&run=run-b&attempt=1&step=1e3",
  "/api/events",
])("refuses %s, which names nothing", async (path) => {
  const { ask } = await openInspector();
  const answer = await ask(path);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: { code: "BAD_REQUEST" } });
});

it("keeps to itself why a source failed, and tells its starter", async () => {
  const told: unknown[] = [];
  const failure = new Error("password=hunter2 at /home/ada/db.ts:3");
  const source = { ...sampleSource(), thread: () => Promise.reject(failure) };
  const { ask } = await openInspector({ source, onError: (error) => told.push(error) });
  const answer = await ask("/api/thread?id=t-1");
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({
    error: { code: "SOURCE_FAILED", message: "This could not be read." },
  });
  expect(told).toEqual([failure]);
});

it.each(["/", "/page.js", "/api/threads", "/api/thread?id=none", "/nowhere"])(
  "keeps a browser careful with what it gets from %s",
  async (path) => {
    const { ask } = await openInspector();
    const { headers } = await ask(path);
    const policy = headers.get("content-security-policy") ?? "";
    for (const rule of [
      "default-src 'none'",
      "script-src 'self';",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ])
      expect(policy).toContain(rule);
    expect(policy).not.toMatch(/unsafe|\*|http/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("cache-control")).toBe("no-store");
    expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  },
);

it("puts the same headers on refusals", async () => {
  const { port } = await openInspector();
  const answer = await rawRequest(port, "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(JSON.parse(answer.body)).toMatchObject({ error: { code: "HOST_REFUSED" } });
});

it("listens on this machine only unless told otherwise", async () => {
  const { url } = await openInspector();
  expect(new URL(url).hostname).toBe("127.0.0.1");
  const everywhere = await openInspector({ host: "0.0.0.0" });
  expect(new URL(everywhere.url).hostname).toBe("127.0.0.1");
  expect((await everywhere.ask("/api/info")).status).toBe(200);
});

const hasIpv6 = Object.values(networkInterfaces()).some((each) =>
  each?.some(({ address }) => address === "::1"),
);

it.skipIf(!hasIpv6)("listens on IPv6, too", async () => {
  const { url, ask } = await openInspector({ host: "::1" });
  expect(new URL(url).hostname).toBe("[::1]");
  expect((await ask("/api/info")).status).toBe(200);
});

it("says so when the port is taken", async () => {
  const { port } = await openInspector();
  await expect(openInspector({ port })).rejects.toThrow(ListenError);
  await expect(openInspector({ host: "host.invalid" })).rejects.toThrow(/host\.invalid, port 0/);
});

it("ends with its connections, and leaves the source open", async () => {
  let closed = false;
  const source = { ...sampleSource(), close: async () => void (closed = true) };
  const { ask, close, origin, port } = await openInspector({ source });
  const events = await ask("/api/events?id=t-1");
  await close();
  await expect(events.text()).rejects.toThrow(TypeError);
  await expect(fetch(origin)).rejects.toThrow(TypeError);
  expect(closed).toBe(false);
  // The port is free again.
  const next = createServer().listen(port, "127.0.0.1");
  await new Promise((resolve) => next.once("listening", resolve));
  next.close();
});

it("leaves the process's own Request and Response alone", async () => {
  const { ask } = await openInspector();
  await ask("/api/info");
  expect([globalThis.Request, globalThis.Response]).toEqual(ownOfNode);
});
