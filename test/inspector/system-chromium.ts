import { existsSync } from "node:fs";

import { type Browser, chromium } from "playwright-core";

/** Paths of Chromium on Debian, Ubuntu and others; CHROMIUM names another. One without windows does the same with half of the processor time. */
const PLACES = [
  process.env["CHROMIUM"],
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

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

/** Protection that Playwright would turn off: people's browsers refuse a page that moves too often. */
const UNLIKE_LIFE = ["--disable-ipc-flooding-protection"];

const executablePath = PLACES.find((place) => place !== undefined && existsSync(place));

/** Whether a Chromium is installed. */
export const hasChromium: boolean = executablePath !== undefined;

/** A bound and no measure: Playwright's own 30 seconds are too few on a laden machine. */
const PATIENCE = 120_000;

/** Starts the system's Chromium, as people's browsers are and asking nobody for anything. */
export async function launchChromium(): Promise<Browser> {
  if (executablePath === undefined)
    throw new Error(`Expected a Chromium at ${PLACES.slice(1).join(", ")} or where CHROMIUM says.`);
  const browser = await chromium.launch({
    executablePath,
    args: FLAGS,
    ignoreDefaultArgs: UNLIKE_LIFE,
  });
  browser.on("context", (context) => context.setDefaultTimeout(PATIENCE));
  return browser;
}
