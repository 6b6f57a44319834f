import fc from "fast-check";
import { expect, it } from "vitest";

import { openInspector } from "../fixtures/open-inspector.ts";
import { rawRequest } from "../fixtures/raw-request.ts";

const piece = fc.oneof(
  fc.constantFrom(
    "api",
    "threads",
    "thread",
    "step",
    "labels",
    "page.js",
    "..",
    "%2e",
    "%00",
    "%",
    "%E0%A4%A",
    "\\",
    "//",
    "?id=",
    "&",
    "#",
    ";",
    "*",
    "@",
    "__proto__",
  ),
  fc.string({ maxLength: 6 }),
);
const target = fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join("/")}`);
const header = fc.tuple(
  fc.constantFrom(
    "Origin",
    "Cookie",
    "Content-Type",
    "Content-Length",
    "Transfer-Encoding",
    "Accept",
    "Last-Event-ID",
    "X-Forwarded-Host",
    "Range",
    "Expect",
    "Upgrade",
  ),
  fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom("chunked", "websocket", "bytes=0-", "100-continue", "-1", "null"),
  ),
);
const request = fc.record({
  method: fc.constantFrom("GET", "POST", "HEAD", "PUT", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "get"),
  target,
  headers: fc.array(header, { maxLength: 4 }),
  body: fc.oneof(fc.constant(""), fc.string(), fc.json()),
});

it("answers whatever it is sent, lets nobody change anything by it, and never tells how it failed", async () => {
  const told: unknown[] = [];
  const { ask, cookie, port } = await openInspector({ onError: (error) => told.push(error) });
  await fc.assert(
    fc.asyncProperty(request, async ({ method, target: path, headers, body }) => {
      const head = [
        `Host: 127.0.0.1:${port}`,
        `Cookie: ${cookie}`,
        "Connection: close",
        ...headers.map(([name, value]) => `${name}: ${value}`),
      ];
      const { status, body: said } = await rawRequest(
        port,
        `${method} ${path} HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n${body}`,
      );
      expect(status).not.toBe(500);
      expect(said).not.toMatch(/node_modules|\n\s+at /);
    }),
    { numRuns: 150 },
  );
  expect(told).toEqual([]);
  expect(await (await ask("/api/labels")).json()).toMatchObject({ labels: [] });
});

it("refuses more of an address than an address can be", async () => {
  const { ask } = await openInspector();
  expect((await ask(`/?${"x".repeat(100_000)}`)).status).toBe(431);
});
