import { existsSync } from "node:fs";

import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll } from "vitest";

/** Where Debian, Ubuntu and others put it; CHROMIUM names another. */
const PLACES = [
  process.env["CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

const executablePath = PLACES.find((place) => place !== undefined && existsSync(place));

/** Why the page cannot be opened here, to be put into the names of what is skipped; absent where it can. */
export const noBrowser: string | undefined =
  executablePath === undefined ? " (skipped, no Chromium is installed)" : undefined;

if (noBrowser !== undefined)
  process.stderr.write(
    "SKIPPED: the tests of the inspector's page, for no Chromium is installed; CHROMIUM names one.\n",
  );

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** What Playwright would turn off: people's browsers refuse a page that moves too often. */
const UNLIKE_LIFE = ["--disable-ipc-flooding-protection"];

/** A browser for the tests of a file, closed after them. */
export function testBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (executablePath !== undefined)
      browser = await chromium.launch({ executablePath, args: FLAGS, ignoreDefaultArgs: UNLIKE_LIFE });
  });
  afterAll(() => browser?.close());
  return () => {
    if (browser === undefined)
      throw new Error("Expected a browser: is the test skipped where there is none?");
    return browser;
  };
}
