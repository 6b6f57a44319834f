import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";

import { hasChromium, launchChromium } from "./system-chromium.ts";

/** Why the page cannot be opened here, to be put into the names of what is skipped; absent where it can. */
export const noBrowser: string | undefined = hasChromium ? undefined : " (skipped, no Chromium is installed)";

if (noBrowser !== undefined)
  process.stderr.write(
    "SKIPPED: the tests of the inspector's page, for no Chromium is installed; CHROMIUM names one.\n",
  );

/** A browser for the tests of a file, closed after them. */
export function testBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (hasChromium) browser = await launchChromium();
  });
  afterAll(() => browser?.close());
  return () => {
    if (browser === undefined)
      throw new Error("Expected a browser: is the test skipped where there is none?");
    return browser;
  };
}
