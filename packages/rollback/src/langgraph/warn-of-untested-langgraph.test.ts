import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { pathToFileURL } from "node:url";

import { afterAll, expect, it, vi } from "vitest";

import { installedLanggraph } from "./installed-langgraph.ts";
import { TESTED_LANGGRAPH } from "./tested-langgraph.ts";

const root = await mkdtemp(path.join(tmpdir(), "untested-langgraph-"));
afterAll(() => rm(root, { recursive: true }));

let folders = 0;

/** Address of a file beside which LangGraph is installed with such a package.json. */
async function beside(manifest: string): Promise<string> {
  const folder = path.join(root, String((folders += 1)));
  const langgraph = path.join(folder, "node_modules/@langchain/langgraph");
  await mkdir(langgraph, { recursive: true });
  await writeFile(path.join(langgraph, "package.json"), manifest);
  return pathToFileURL(path.join(folder, "index.js")).href;
}

const withVersion = (version: string) => beside(JSON.stringify({ version }));

/** The warnings that calls from those files give in a process of their own. */
async function warningsOf(...files: readonly string[]) {
  vi.resetModules();
  const { warnOfUntestedLanggraph } = await import("./warn-of-untested-langgraph.ts");
  const warnings: Error[] = [];
  const hear = (warning: Error) => warnings.push(warning);
  process.on("warning", hear);
  try {
    for (const file of files) warnOfUntestedLanggraph(file);
    await setImmediate();
  } finally {
    process.off("warning", hear);
  }
  return warnings;
}

it("warns once of a LangGraph that is newer than any tested, and names both versions", async () => {
  const newer = await withVersion("1.99.2");
  const warnings = await warningsOf(newer, newer);
  expect(warnings).toEqual([
    expect.objectContaining({ name: "UntestedLangGraphWarning", code: "LANGGRAPH_UNTESTED" }),
  ]);
  expect(warnings[0]?.message).toContain("@langchain/langgraph 1.99.2 is newer");
  expect(warnings[0]?.message).toContain(`(${TESTED_LANGGRAPH})`);
});

it("does not warn of a later patch, nor of an older version", async () => {
  for (const version of [`${TESTED_LANGGRAPH}.99`, "1.4.17"])
    expect(await warningsOf(await withVersion(version))).toEqual([]);
});

it("does not warn, and does not throw, where no version can be read", async () => {
  const isClosed = '{"version":"1.99.0","exports":{".":"./index.js"}}';
  const unreadable = ["{", "[]", "null", "{}", '{"version":1.99}', isClosed].map(beside);
  for (const file of ["no address", "https://edge.example/worker.js", ...(await Promise.all(unreadable))]) {
    expect(installedLanggraph(file)).toBeUndefined();
    expect(await warningsOf(file)).toEqual([]);
  }
});

it("reads the version of the LangGraph that this package imports", () => {
  expect(installedLanggraph(import.meta.url)).toMatch(/^1\.\d+\.\d+/);
});
