import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { Annotation, Command, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { checkpointerSource, reportHtml } from "@langgraph-rollback/inspector";
import { withRollback } from "langgraph-rollback";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { LOOKS, overhang, seriousFaults } from "./accessibility.ts";
import { noBrowser, testBrowser } from "./chromium.ts";
import { sampleInspector } from "./sample-inspector.ts";

const base = mkdtempSync(path.join(tmpdir(), "changed-files-"));
const folder = path.join(base, "work");
const saver = new MemorySaver();
const config = { configurable: { thread_id: "files" } };
afterAll(() => rmSync(base, { recursive: true }));

/** Lines and names that are meant to do harm. */
const EVIL = '</script><img src=x onerror="globalThis.hacked=true">\u202E';

const write = (name: string, text: string | Uint8Array): void => writeFileSync(path.join(folder, name), text);

/** A run whose first attempt changes files, and whose rollback a human approves after changing one, too. */
function agent() {
  let attempts = 0;
  const graph = new StateGraph(Annotation.Root({ attempts: Annotation<number>() }))
    .addNode("write", () => {
      attempts += 1;
      if (attempts > 1) return { attempts };
      write("notes.md", `one\n2\n${EVIL}\n${"long ".repeat(200)}\nfour\n`);
      write("evil<b>.md", "x\n");
      write("picture.png", Buffer.from([0, 1, 2, 3]));
      rmSync(path.join(folder, "old.md"));
      return { attempts };
    })
    .addEdge(START, "write")
    .compile({ checkpointer: saver });
  return withRollback(graph, {
    verify: ({ output }) => output?.attempts === 2,
    approve: "always",
    workspace: { folder, store: path.join(base, "snapshots") },
  });
}

beforeAll(async () => {
  mkdirSync(folder);
  write("notes.md", "one\ntwo\nfour\n");
  write("old.md", "gone\n");
});

const openFiles = async (page: Page) => {
  const files = page.locator(".files");
  await files.getByText("Files that attempt 1 changed").click();
  await files.locator("ul").first().waitFor();
  return files;
};

describe.skipIf(noBrowser !== undefined)(`the files of an attempt${noBrowser ?? ""}`, () => {
  const browser = testBrowser();
  const guarded = agent();

  it("that somebody else has changed are shown with the question about a rollback", async () => {
    await guarded.invoke({ attempts: 0 }, config);
    write("notes.md", "a person's");
    await guarded.invoke(null, config);
    const { visit } = await sampleInspector({}, checkpointerSource(saver, "memory"));
    const page = await visit(browser(), "#/threads/files");
    await page.locator(".question").waitFor();
    expect(await page.locator(".files").innerText()).toMatch(/Somebody else has changed these[^]*notes\.md/);
    await guarded.invoke(new Command({ resume: "approve" }), config);
  });

  it.each(LOOKS)("are listed, and compared on demand: $name", async ({ colorScheme, viewport }) => {
    const { visit } = await sampleInspector({}, checkpointerSource(saver, "memory"));
    const page = await visit(browser(), "#/threads/files?attempt=1", { colorScheme, viewport });
    const files = await openFiles(page);
    const text = await files.innerText();
    expect(text).toMatch(/copies of what was there are kept as: notes\.md\.conflict-[0-9a-f]{8}\./);
    expect(text).toContain("put back: 2 files written, 2 removed");
    expect(text).toMatch(/evil<b>\.md added, 2 bytes/);
    expect(text).toMatch(/old\.md deleted, 5 bytes/);
    expect(text).toMatch(/picture\.png added, 4 bytes\s+It is no text/);
    await files.getByText("notes.md", { exact: true }).click();
    expect(await files.locator(".unified-added:visible").innerText()).toContain("+</script><img");
    expect(await files.locator(".unified-removed:visible").innerText()).toBe("-two");
    expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
    expect(await seriousFaults(page)).toEqual([]);
    expect(await overhang(page)).toBe(0);
    const picture = process.env["SCREENSHOT"];
    if (picture !== undefined) await page.screenshot({ path: picture, fullPage: true });
  });

  it("are in a report, too, which asks nobody", async () => {
    const html = await reportHtml({ source: checkpointerSource(saver, "memory") });
    expect(html).not.toContain(base);
    const file = path.join(base, "report.html");
    writeFileSync(file, html);
    const page = await browser().newPage();
    await page.goto(`${pathToFileURL(file).href}#/threads/files?attempt=1`);
    const files = await openFiles(page);
    expect(await files.innerText()).toMatch(/old\.md deleted/);
    expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
    await page.close();
  });
});
