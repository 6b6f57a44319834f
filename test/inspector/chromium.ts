import type { Browser } from "playwright-core";
import { beforeAll, type WorkerGlobalState } from "vitest";

import { hasChromium, launchChromium } from "./system-chromium.ts";

/** Why the page cannot be opened here, to be put into the names of what is skipped; absent where it can. */
export const noBrowser: string | undefined = hasChromium ? undefined : " (skipped, no Chromium is installed)";

if (noBrowser !== undefined)
  process.stderr.write(
    "SKIPPED: the tests of the inspector's page, for no Chromium is installed; CHROMIUM names one.\n",
  );

declare global {
  /** Vitest's own state of the process that runs files of tests. */
  var __vitest_worker__: WorkerGlobalState;
}

let started: Promise<Browser> | undefined;

/** Starts a browser that is closed when the process has no more tests. */
function start(): Promise<Browser> {
  const browser = launchChromium();
  globalThis.__vitest_worker__.onCleanup(async () => (await browser).close());
  return browser;
}

/** A browser for the tests of a file. All files of a process share one: to start it takes longer than most tests. */
export function testBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (hasChromium) browser = await (started ??= start());
  });
  return () => {
    if (browser === undefined)
      throw new Error("Expected a browser: is the test skipped where there is none?");
    return browser;
  };
}
