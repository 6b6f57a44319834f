import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");

it("names in docs/troubleshooting.md the version of LangGraph that the tests run with", () => {
  const { version }: { version: string } = JSON.parse(
    readFileSync(resolve(root, "test/node_modules/@langchain/langgraph/package.json"), "utf8"),
  );
  const named = /`npm install @langchain\/langgraph@(\S+) /.exec(
    readFileSync(resolve(root, "docs/troubleshooting.md"), "utf8"),
  );
  expect(named?.[1]).toBe(version);
});
