import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import {
  fileLabelStore,
  type InspectorOptions,
  type LabelStore,
  startInspector,
  type ThreadSource,
} from "@langgraph-rollback/inspector";
import {
  sampleSource,
  type SampleSource,
  type SampleSourceOptions,
} from "@langgraph-rollback/inspector/testing";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { onTestFinished } from "vitest";

import { takePage } from "./pages.ts";

/** A running inspector of sample threads, and what can be done to it. */
export interface SampleInspector {
  readonly source: SampleSource;
  readonly labels: LabelStore;
  /** Opens a place of the page, such as "#/threads/t-1"; fails the test if the page complains of anything. */
  readonly visit: (browser: Browser, hash: string, options?: BrowserContextOptions) => Promise<Page>;
}

/**
 * Starts an inspector of made-up threads with labels in a scratch file; all of it is gone after the test.
 * @param change    what of the source is to be different
 * @param inspected what of the inspector is
 */
export async function sampleInspector(
  options: SampleSourceOptions = {},
  change: Partial<ThreadSource> = {},
  inspected: Partial<InspectorOptions> = {},
): Promise<SampleInspector> {
  const folder = await mkdtemp(path.join(tmpdir(), "inspector-page-"));
  const labels = inspected.labels ?? fileLabelStore(path.join(folder, "labels.jsonl"));
  const source = sampleSource(options);
  const watch = { interval: 50 };
  const inspector = await startInspector({
    source: { ...source, ...change },
    labeller: "ada",
    watch,
    ...inspected,
    labels,
  });
  onTestFinished(async () => {
    await inspector.close();
    await rm(folder, { recursive: true });
  });
  const visit: SampleInspector["visit"] = async (browser, hash, context = {}) => {
    const { page, leave } = await takePage(browser, { viewport: { width: 1440, height: 900 }, ...context });
    const complaints = listen(page);
    onTestFinished(async () => {
      await leave();
      if (complaints.length > 0) throw new Error(`The page complained:\n${complaints.join("\n")}`);
    });
    await page.goto(`${inspector.url}${hash}`);
    await page.locator("main :is(h1, .empty, .failed)").first().waitFor();
    await page.locator(".waiting, .known-step").first().waitFor({ state: "detached" });
    return page;
  };
  return { source, labels, visit };
}

/** Errors and what the content security policy refused. A failed request is told of here, too: tests of those expect it. */
function listen(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      complaints.push(message.text());
  });
  return complaints;
}
