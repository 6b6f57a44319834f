import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

import { openInspector } from "../fixtures/open-inspector.ts";
import { rawRequest } from "../fixtures/raw-request.ts";

const built = (name: string) => readFileSync(new URL(`../../dist/page/${name}`, import.meta.url), "utf8");

it.each([
  ["/", "index.html", "text/html; charset=UTF-8"],
  ["/page.js", "page.js", "text/javascript; charset=utf-8"],
  ["/page.css", "page.css", "text/css; charset=utf-8"],
])("serves %s as it was built", async (path, name, type) => {
  const { ask } = await openInspector();
  const answer = await ask(path);
  expect(answer.headers.get("content-type")).toBe(type);
  expect(await answer.text()).toBe(built(name));
});

it.each([
  "/../package.json",
  "/page/../../package.json",
  "/..%2f..%2fpackage.json",
  "/%2e%2e/%2e%2e/package.json",
  "/..\\..\\package.json",
  "/..%5c..%5cpackage.json",
  "/page.js%00.html",
  "/page.js/",
  "/page.js/../../../package.json",
  "//etc/passwd",
  "/file:///etc/passwd",
  "/page.js;/../../package.json",
  "/%252e%252e/package.json",
  "/.vite/manifest.json",
  "/index.html",
])("has nothing at %s", async (target) => {
  const { port, cookie } = await openInspector();
  const answer = await rawRequest(
    port,
    `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
  );
  expect([400, 403, 404]).toContain(answer.status);
  expect(answer.body).not.toContain("@langgraph-rollback");
  expect(answer.body).not.toContain("root:");
});

it("serves a page without script or style of its own, which the policy would refuse", () => {
  const html = built("index.html");
  expect(html).not.toMatch(/<style|\son\w+=|<script(?![^>]*\ssrc=)/);
});
