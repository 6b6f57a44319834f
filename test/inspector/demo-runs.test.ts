import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { runCommandLine } from "@langgraph-rollback/cli";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { sqlite } from "../fixtures/sqlite.ts";
import { seriousFaults } from "./accessibility.ts";
import { noBrowser, testBrowser } from "./chromium.ts";
import { expectText } from "./expect-text.ts";

const missing = noBrowser ?? sqlite.missing;

/** Everything as a user has it: the command line, SQLite, recorded rollbacks of the demo (simulated model), a browser. */
describe.skipIf(missing !== "")(`the inspector of the demo's runs${missing}`, () => {
  const browser = testBrowser();
  let folder = "";
  let page: Page;
  let address = "";
  let stop: () => Promise<void>;
  const inFolder = (name: string) => path.join(folder, name);
  const kept = async (end: string) =>
    inFolder((await readdir(folder)).find((name) => name.endsWith(end)) ?? "");

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "inspector-demo-"));
    // At the demo's own miss rate so few failures leave no step out of some sets.
    const few = [
      "--problems",
      "16",
      "--calibrate",
      "40",
      "--alpha",
      "0.3",
      "--folder",
      folder,
      "--no-inspect",
    ];
    await done(["demo", ...few]);
    const files = ["--calibration", await kept(".calibration.json"), "--labels", inFolder("labels.jsonl")];
    const { url, ended } = await serve(["inspect", await kept(".sqlite"), ...files, "--labeller", "ada"]);
    stop = ended;
    address = url;
    page = await browser().newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(url);
  });

  afterAll(async () => {
    await page.close();
    await stop();
    await rm(folder, { recursive: true });
  });

  it("shows one that was rolled back: what failed, the set, where it was rewound to, what came then", async () => {
    await page.getByRole("radio", { name: /Recovered/ }).check();
    await page
      .locator("tbody tr")
      .filter({ has: fewerSteps(page) })
      .locator("th a")
      .first()
      .click();
    await expectText(page, /(was|were) undone and ran again/);
    await expectText(page, "rewound to here");
    expect(await page.locator(".set-line").innerText()).toMatch(
      /Set: .* of \d+, 70\u00A0% target \(n = \d+\)/,
    );
    expect(await page.locator(".verifier").innerText()).toMatch(/rejected: .* is not the answer/);
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press("c");
    await page.locator("ins").first().waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });

  it("takes three labels, which change the calibration page once they are calibrated on", async () => {
    // In a tab that has shown no scores: calibration does not use labels that were given with them in view.
    await page.close();
    page = await browser().newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(address);
    const labelled = () => page.locator("dt", { hasText: "Labelled failures" }).locator("+ dd").innerText();
    await page.goto(new URL("#/calibration", page.url()).href);
    await expectText(page, "Labelled failures");
    expect(Number(await labelled())).toBeGreaterThan(3);

    await page.goto(new URL("#/label", page.url()).href);
    for (const count of [1, 2, 3]) {
      // A key that is pressed while the next attempt is still being read is let be.
      await page.getByRole("listbox", { name: "Steps" }).waitFor();
      await page.keyboard.press("d");
      await expectText(page, `${count} labelled on this visit`);
    }
    const files = ["--db", await kept(".sqlite"), "--labels", inFolder("labels.jsonl")];
    const out = await kept(".calibration.json");
    await done(["calibrate", ...files, "--alpha", "0.3", "--out", out, "--force"]);

    await page.goto(new URL("#/calibration", page.url()).href);
    await page.reload();
    await expectText(page, /3 of \d+ failed first attempts are labelled/);
    expect(await labelled()).toBe("3");
  });
});

/** In the list, the set of a run that leaves some steps out. */
const fewerSteps = (page: Page) => page.locator("[data-label=set]", { hasText: /^\d+ of \d+$/ });

const OUTPUT = {
  print() {},
  printError: (text: string) => expect.fail(text),
  startProgress: () => ({ advance() {}, done() {}, fail() {} }),
};

async function done(args: readonly string[]): Promise<void> {
  const code = await runCommandLine(args, OUTPUT);
  if (code !== 0) throw new Error(`Expected ${args[0]} to end with 0, got ${code}.`);
}

/** A command that serves, once it says where; `ended` stops it. */
async function serve(args: readonly string[]) {
  let stop = (): void => {};
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  let code: Promise<number> = Promise.resolve(0);
  const url = await new Promise<string>((resolve) => {
    const print = (text: string) => resolve(/http:\S+/.exec(text)?.[0] ?? "");
    code = runCommandLine(args, { ...OUTPUT, print }, {}, () => stopped);
  });
  const ended = async () => {
    stop();
    await code;
  };
  return { url, ended };
}
