import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { TESTED_LANGGRAPH } from "langgraph-rollback/inspection";
import { expect, it } from "vitest";
import { parse } from "yaml";

const root = resolve(import.meta.dirname, "../..");

const textOf = (file: string) => readFileSync(resolve(root, file), "utf8");

const { catalogs }: { catalogs: { floor: Record<string, string> } } = parse(textOf("pnpm-workspace.yaml"));

const { version }: { version: string } = JSON.parse(
  textOf("test/node_modules/@langchain/langgraph/package.json"),
);

it("tests with the LangGraph that TESTED_LANGGRAPH names, which is the newest one without a warning", () => {
  expect(version.split(".").slice(0, 2).join(".")).toBe(TESTED_LANGGRAPH);
});

it("names in docs/troubleshooting.md the versions of LangGraph that the tests run with", () => {
  const named = /^The tests run with `@langchain\/langgraph` (\S+) and with (\S+)\.$/m.exec(
    textOf("docs/troubleshooting.md"),
  );
  expect(named?.slice(1)).toEqual([version, catalogs.floor["@langchain/langgraph"]]);
});

it.each([
  "packages/attributors",
  "packages/cli",
  "packages/inspector",
  "packages/rollback",
  "examples/gsm8k-team",
  "examples/simulation",
])(
  "%s asks for no LangGraph that is older than the floor that the tests run on, and for no newer one",
  (folder) => {
    const manifest: Record<"dependencies" | "peerDependencies", Record<string, string> | undefined> =
      JSON.parse(textOf(`${folder}/package.json`));
    const wanted = { ...manifest.dependencies, ...manifest.peerDependencies };
    const asked = Object.keys(catalogs.floor).filter((name) => wanted[name] !== undefined);
    expect(asked).not.toEqual([]);
    for (const name of asked) expect(wanted[name]).toBe(`^${catalogs.floor[name]}`);
  },
);
