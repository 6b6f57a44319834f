import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { checkpointerLabelStore, type Inspector, startInspector } from "@langgraph-rollback/inspector";
import { MemorySaver } from "@langchain/langgraph";
import { sampleSource } from "@langgraph-rollback/inspector/testing";
import { describe, expect, it, onTestFinished } from "vitest";

import { noBrowser, testBrowser } from "./chromium.ts";

async function sampleInspector(): Promise<Inspector> {
  const labels = checkpointerLabelStore(new MemorySaver());
  const inspector = await startInspector({ source: sampleSource({ lengths: [8] }), labels, labeller: "ada" });
  onTestFinished(() => inspector.close());
  return inspector;
}

describe.skipIf(noBrowser !== undefined)(`the address with the token${noBrowser ?? ""}`, () => {
  const browser = testBrowser();

  it("lets in who follows it from a file or another page, and does not stay in the bar", async () => {
    const { url } = await sampleInspector();
    const folder = await mkdtemp(path.join(tmpdir(), "entrance-"));
    const file = path.join(folder, "link.html");
    await writeFile(file, `<!doctype html><a href="${url}#/threads/t-1">go</a>`);
    const context = await browser().newContext();
    onTestFinished(async () => {
      await context.close();
      await rm(folder, { recursive: true });
    });
    const page = await context.newPage();
    await page.goto(pathToFileURL(file).href);
    await page.getByRole("link").click();
    await page.locator("main h1").waitFor();
    expect(page.url()).toBe(`${new URL(url).origin}/#/threads/t-1`);
    await page.reload();
    await page.locator("main h1").waitFor();
    expect(page.url()).not.toContain("token");
  });
});
