import { expect, it } from "vitest";

import { openInspector } from "../fixtures/open-inspector.ts";
import { sampleSource } from "../testing/index.ts";
import { download } from "./download.ts";

it("hands a thread out as a file of trajectories", async () => {
  const { ask } = await openInspector();
  const answer = await ask("/api/export?id=t-1");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="t-1.jsonl"');
  expect(answer.headers.get("content-type")).toBe("application/jsonl; charset=utf-8");
  expect((await answer.text()).trimEnd().split("\n")).toHaveLength(3);
  expect((await ask("/api/export?id=t-99")).status).toBe(404);
});

it.each([
  ["../../etc/passwd", "etc-passwd.jsonl"],
  ['a"; filename="evil.exe', "a-filename-evil-exe.jsonl"],
  ["a\r\nSet-Cookie: x", "a-Set-Cookie-x.jsonl"],
  ["日本", "thread.jsonl"],
  ["", "thread.jsonl"],
  ["x".repeat(500), `${"x".repeat(80)}.jsonl`],
])("calls the file of thread %j %s", (id, name) => {
  expect(download(id, "jsonl", "text/plain")["Content-Disposition"]).toBe(`attachment; filename="${name}"`);
});

it("leaves no half an answer behind where an attempt cannot be read", async () => {
  const source = { ...sampleSource(), trajectory: () => Promise.reject(new Error("gone")) };
  const { ask } = await openInspector({ source });
  const answer = await ask("/api/export?id=t-1");
  expect(answer.status).toBe(500);
  expect(answer.headers.has("content-disposition")).toBe(false);
});
