import { trajectorySource } from "@langgraph-rollback/inspector";
import { describe, expect, it } from "vitest";

import { LOOKS, overhang, seriousFaults } from "./accessibility.ts";
import { noBrowser, testBrowser } from "./chromium.ts";
import { sampleInspector } from "./sample-inspector.ts";
import { selected, stepTitle } from "./thread-panel.ts";

const contents = [
  "Look for Ann Lee's order.",
  "ord-4417 costs 1,368 EUR",
  "<img src=x onerror=alert(1)> thinks",
  "Refund 1,368 EUR of ord-4417 to ann@example.com.",
];
const refund = trajectorySource(
  [
    {
      id: "refund",
      task: "Refund the order of ann@example.com.",
      steps: contents.map((content, index) => ({ index, agent: "desk", content })),
      outcome: { ok: false, reason: "too much" },
    },
  ],
  "refund.jsonl",
);

describe.skipIf(noBrowser !== undefined)(`where values came from${noBrowser ?? ""}`, () => {
  const browser = testBrowser();

  it("is told of the step that a thread opens at, and two clicks from the list lead there", async () => {
    const { visit } = await sampleInspector({}, refund);
    const page = await visit(browser(), "#/threads");
    await page.getByRole("link", { name: "refund", exact: true }).click();
    const origins = page.locator(".origins");
    await expect
      .poll(async () => (await origins.count()) > 0 && (await origins.innerText()))
      .toMatch(
        /1,368 EUR\s+first in\s+step 2\s+ord-4417\s+first in\s+step 2\s+ann@example\.com\s+first in\s+the input/,
      );
    expect(await page.locator(".origin-lines .origin-dot").count()).toBe(1);
    await origins.getByRole("link", { name: "step 2" }).first().click();
    await expect.poll(() => stepTitle(page)).toBe("Step 2 desk");
    expect(await selected(page)).toMatch(/^Step 2, /);
    await expect.poll(() => page.locator(".origins").count()).toBe(0);
  });

  it("is told of any text that is selected in the step", async () => {
    const { visit } = await sampleInspector({}, refund);
    const page = await visit(browser(), "#/threads/refund?step=4");
    await page.locator("#step-panel pre").selectText();
    const said = page.locator(".origins output");
    await expect.poll(() => said.innerText()).toContain("stands first in step 4.");
    await page.evaluate(`(() => {
      const text = document.querySelector("#step-panel pre").firstChild;
      getSelection().setBaseAndExtent(text, 7, text, 12);
    })()`);
    await expect.poll(() => said.innerText()).toBe("1,368 stands first in step 2, later in step 4.");
    await said.getByRole("link", { name: "step 2" }).click();
    await expect.poll(() => stepTitle(page)).toBe("Step 2 desk");
  });

  it("says from which step on it is not looked for, where an attempt has too many characters", async () => {
    const said = ["ord-4417", " ".repeat(2_000_000), "ord-4417"];
    const steps = said.map((content, index) => ({ index, agent: "desk", content }));
    const long = trajectorySource([{ id: "long", task: "Refund ord-4417.", steps }], "long.jsonl");
    const { visit } = await sampleInspector({}, long);
    const page = await visit(browser(), "#/threads/long?step=1");
    const bound = page.locator(".origins p");
    const words = "Not looked through from step 2 on: there are too many characters.";
    await expect.poll(() => bound.innerText()).toBe(words);
    expect(await page.locator(".origins li").allInnerTexts()).toEqual(["ord-4417 first in the input"]);
    // The values of a step beyond the bound are unknown. The line stands there, too.
    const last = await visit(browser(), "#/threads/long?step=3");
    await expect.poll(() => last.locator(".origins p").innerText()).toBe(words);
    expect(await last.locator(".origins li").count()).toBe(0);
    const short = await sampleInspector({}, refund);
    const whole = await short.visit(browser(), "#/threads/refund?step=4");
    await whole.locator(".origins li").first().waitFor();
    expect(await whole.locator(".origins p").count()).toBe(0);
  });

  it.each(LOOKS)("is legible, and runs nothing of the trace: $name", async (look) => {
    const { visit } = await sampleInspector({}, refund);
    const page = await visit(browser(), "#/threads/refund?step=4", look);
    await page.locator(".origins li").first().waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    expect(await overhang(page)).toBe(0);
  });
});
