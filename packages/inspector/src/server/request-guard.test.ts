import { expect, it } from "vitest";

import { openInspector } from "../fixtures/open-inspector.ts";
import { rawRequest } from "../fixtures/raw-request.ts";

/** A request by hand, with the token's cookie. */
const get = (cookie: string, target: string, ...headers: readonly string[]) =>
  `GET ${target} HTTP/1.1\r\n${[`Cookie: ${cookie}`, "Connection: close", ...headers].join("\r\n")}\r\n\r\n`;

it("is there for the names of this machine and nobody else's, whatever the port says", async () => {
  const { port, cookie } = await openInspector();
  const statusFor = async (host: string) =>
    (await rawRequest(port, get(cookie, "/api/info", `Host: ${host}`))).status;
  const statuses = (hosts: readonly string[]) => Promise.all(hosts.map((host) => statusFor(host)));
  const own = ["127.0.0.1", "localhost", "LocalHost", "[::1]"].map((name) => `${name}:${port}`);
  expect(await statuses(own)).toEqual([200, 200, 200, 200]);
  const foreign = [
    "evil.example",
    `evil.example:${port}`,
    `127.0.0.1.evil.example:${port}`,
    `127.0.0.1:${port + 1}`,
    "127.0.0.1",
    `localhost.:${port}`,
    `0.0.0.0:${port}`,
  ];
  expect(await statuses(foreign)).toEqual(foreign.map(() => 403));
  const malformed = ["", `127.0.0.1:${port}@evil.example`, `evil.example/127.0.0.1:${port}`];
  for (const status of await statuses(malformed)) expect(status).toBeGreaterThanOrEqual(400);
});

it("refuses a second Host, no Host, and a whole address in the request line", async () => {
  const { port, cookie } = await openInspector();
  const own = `Host: 127.0.0.1:${port}`;
  const status = async (request: string) => (await rawRequest(port, request)).status;
  expect(await status(get(cookie, "/api/info", own, "Host: evil.example"))).toBeGreaterThanOrEqual(400);
  expect(await status(get(cookie, "/api/info", "Host: evil.example", own))).toBeGreaterThanOrEqual(400);
  expect(await status(get(cookie, "/api/info"))).toBeGreaterThanOrEqual(400);
  expect(await status(get(cookie, "http://evil.example/api/info", own))).toBe(403);
  expect(await status(get(cookie, `http://127.0.0.1:${port}/api/info`, own))).toBe(403);
});

it("is there for a proxy in front of it, under the address that it was given", async () => {
  const { ask, port, cookie } = await openInspector({ origins: ["https://inspector.test"] });
  const named = await rawRequest(port, get(cookie, "/api/info", "Host: inspector.test"));
  expect(named.status).toBe(200);
  expect((await ask("/api/info", { headers: { origin: "https://inspector.test" } })).status).toBe(200);
  expect((await ask("/api/info", { headers: { origin: "http://inspector.test" } })).status).toBe(403);
});

it.each([
  ["a foreign origin", { origin: "https://evil.example" }],
  ["an origin that is hidden", { origin: "null" }],
  ["another port of this machine", { origin: "http://127.0.0.1:1" }],
  ["the same place by another scheme", { origin: "https://127.0.0.1" }],
  ["a page of another site", { "sec-fetch-site": "cross-site" }],
  ["a page of the same site", { "sec-fetch-site": "same-site" }],
  ["a typed address", { "sec-fetch-site": "none" }],
])("changes nothing for %s", async (_, headers) => {
  const { post, ask } = await openInspector();
  const label = { thread: "t-1", run: "run-b", attempt: 1, steps: 8, verdict: { kind: "none" } };
  const answer = await post("/api/labels", label, headers);
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ error: { code: "ORIGIN_REFUSED" } });
  expect(await (await ask("/api/labels")).json()).toMatchObject({ labels: [] });
});

it("changes nothing for requests that do not say where they come from", async () => {
  const { ask } = await openInspector();
  const headers = { "content-type": "application/json" };
  const answer = await ask("/api/labels", { method: "POST", headers, body: "{}" });
  expect(answer.status).toBe(403);
});

it.each([
  { origin: "https://evil.example" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
])("tells a page with %o nothing", async (headers) => {
  const { ask } = await openInspector();
  expect((await ask("/api/threads", { headers })).status).toBe(403);
});

it("answers no other page's question before it asks", async () => {
  const { ask } = await openInspector();
  const headers = { origin: "https://evil.example", "access-control-request-method": "POST" };
  const answer = await ask("/api/labels", { method: "OPTIONS", headers });
  expect(answer.status).toBe(405);
  expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
});

it.each([
  ["GET", "/api/labels/retract", "POST"],
  ["POST", "/api/threads", "GET"],
  ["PUT", "/api/labels", "GET, POST"],
  ["DELETE", "/api/labels", "GET, POST"],
  ["HEAD", "/api/events?id=t-1", "GET"],
  ["POST", "/", "GET, HEAD"],
  ["BREW", "/", "GET, HEAD"],
])("refuses %s %s and names the allowed methods", async (method, path, allowed) => {
  const { ask, origin } = await openInspector();
  const answer = await ask(path, { method, headers: { origin } });
  // Node's own parser knows no BREW.
  expect(answer.status).toBe(method === "BREW" ? 400 : 405);
  if (method !== "BREW") expect(answer.headers.get("allow")).toBe(allowed);
});

it("gives the page's head without its body", async () => {
  const { ask } = await openInspector();
  const answer = await ask("/", { method: "HEAD" });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe("");
});
