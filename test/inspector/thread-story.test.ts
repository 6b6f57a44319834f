import { sampleSource } from "@langgraph-rollback/inspector/testing";
import { describe, expect, it } from "vitest";

import { LOOKS, overhang, seriousFaults } from "./accessibility.ts";
import { noBrowser, testBrowser } from "./chromium.ts";
import { sampleInspector } from "./sample-inspector.ts";
import { SMALL } from "./thread-panel.ts";

describe.skipIf(noBrowser !== undefined)(`what became of a run${noBrowser ?? ""}`, () => {
  const browser = testBrowser();

  it("shows why a run failed and from where it was retried one click from the list of threads", async () => {
    const { visit } = await sampleInspector(SMALL);
    const page = await visit(browser(), "");
    expect(await page.locator("tbody tr").first().locator(".cell-reason").innerText()).toBe(
      "EUR 1065 is far above every offer of 2026.",
    );
    await page.getByRole("link", { name: "t-1", exact: true }).click();
    await page.locator(".story").waitFor();
    expect(await page.locator(".story").innerText()).toMatch(
      /^Failed: EUR 1065 is far above every offer of 2026\. Retried from step 2 with a note\. Accepted: The whole journey costs EUR \d+\. 7 of 8 steps redone\.$/,
    );
  });

  it("shows what attempt 2 did differently one click from there", async () => {
    const { visit } = await sampleInspector(SMALL);
    const page = await visit(browser(), "#/threads/t-1");
    await page.getByRole("link", { name: "Compare" }).click();
    // The outputs are read after the steps are aligned, and may come after a difference elsewhere.
    await expect.poll(() => page.locator("main").innerText()).toMatch(/2019[^]*2026/);
  });

  it("has the note closed at the arrow between the attempts, and opens it", async () => {
    const { visit } = await sampleInspector(SMALL);
    const page = await visit(browser(), "#/threads/t-1");
    const note = page.locator(".lane-rewind .note");
    expect(await note.locator("pre").isVisible()).toBe(false);
    await note.getByText("Note to attempt 2").click();
    expect(await note.innerText()).toMatch(/Note to attempt 2\s+\[rollback\] Attempt 1 at this task failed/);
  });

  it("says what the set is, and what was promised of the set and of the start", async () => {
    const { visit } = await sampleInspector(SMALL);
    const page = await visit(browser(), "#/threads/t-1");
    expect(await page.locator(".set-meaning").innerText()).toBe(
      "The set lists the steps that may be the first mistake that the run did not recover from.",
    );
    const facts = await page.locator(".decision").innerText();
    expect(facts).toMatch(/Promise of the set\s+80\u00A0% /);
    expect(facts).toMatch(
      /Promise of the start\s+In at least 80\u00A0% of failed runs, the steps that the policy keeps do not contain the first mistake of attempt 1/,
    );
  });

  it("says what ended the run, what a human approved, and what is undone outside of the graph and what is not", async () => {
    const sample = sampleSource(SMALL);
    const effect = { kind: "tool", args: "{}", key: "k", attempt: 1, outcome: "done", step: 3 } as const;
    const { visit } = await sampleInspector(SMALL, {
      thread: async (id) => {
        const view = await sample.thread(id);
        if (view === undefined) return undefined;
        const runs = view.runs.map((run) => ({
          ...run,
          attempts: run.attempts.map((attempt) => ({
            ...attempt,
            ...(attempt.rewind && {
              approval: "approved" as const,
              spent: { steps: 8, tokens: [{ model: "small-model", input: 1234, output: 56 }] },
              effects: [
                { ...effect, id: "1", name: "book", class: "undoable", standing: "undone" } as const,
                { ...effect, id: "2", name: "send_mail", class: "irreversible", standing: "stands" } as const,
              ],
            }),
            ...(attempt.decision === "give-up" && {
              stopped: { by: "tokens", limit: 5000, used: 5600 } as const,
            }),
          })),
        }));
        return { ...view, runs };
      },
    });
    const page = await visit(browser(), "#/threads/t-2?attempt=1");
    expect(await page.locator(".story").innerText()).toMatch(
      /Gave up: the budget of tokens was spent \(5,600 of 5,000\)\.$/,
    );
    expect(await page.locator(".decision").innerText()).toMatch(
      /Approval\s+A human was asked and approved the rollback\.[^]*Spent\s+8 steps, 1,234 tokens in and 56 out by small-model\./,
    );
    expect(await page.locator(".effects").innerText()).toMatch(
      /Outside of the graph: 1 undone, 1 not[^]*book \{\} \(step 4\): undone[^]*send_mail \{\} \(step 4\): still holds \(irreversible\)/,
    );
    await page.goto(page.url().replace("attempt=1", "attempt=3"));
    await expect
      .poll(() => page.locator(".decision").innerText())
      .toMatch(/Stopped\s+The budget of tokens was spent \(5,600 of 5,000\)\./);
  });

  it("draws lanes as wide as the page, and time, parallel steps and tokens of an attempt on one axis", async () => {
    const { visit } = await sampleInspector(SMALL);
    const page = await visit(browser(), "#/threads/t-1");
    const width = async (place: string) => (await page.locator(place).first().boundingBox())?.width ?? 0;
    await expect.poll(() => width(".lane-drawing")).toBeGreaterThan(1200);
    expect(await width(".time-drawing")).toBe(await width(".lane-drawing"));
    expect(await page.locator(".time-words").innerText()).toMatch(
      /^8 steps in \d+\.\d s, up to [23] at once, 1,6\d\d tokens in and 450 out\.$/,
    );
    await page.getByText("Attempts as a table").click();
    expect(await page.locator(".time .figures-table").innerText()).toMatch(
      /Attempt\s+Steps run\s+Took\s+At once\s+Tokens in\s+Tokens out\s+1\s+8\s+/,
    );
    await page.keyboard.press("]");
    await expect.poll(() => page.locator(".time-words").innerText()).toMatch(/^7 steps in /);
  });

  it("draws the times of 5,000 steps with no more bars than there is room for", async () => {
    const { visit } = await sampleInspector({ threads: 1, lengths: [5000] });
    const page = await visit(browser(), "#/threads/t-1");
    expect(await page.locator(".time-words").innerText()).toMatch(/^5000 steps in 17[45] min /);
    const drawing = await page.locator(".time-drawing").innerHTML();
    expect(drawing.length).toBeLessThan(200_000);
    expect(await page.locator(".time-drawing path").count()).toBe(4);
  });

  it("says how long each step took and what it cost in its row", async () => {
    const { visit } = await sampleInspector(SMALL);
    const page = await visit(browser(), "#/threads/t-1?step=1");
    expect(await page.locator("#step-0").innerText()).toMatch(/0\.9 s|900 ms/);
  });

  it.each(LOOKS)("has no serious fault, $name, and needs no scrolling sideways", async (look) => {
    const { visit } = await sampleInspector({ ...SMALL, hostile: true });
    const page = await visit(browser(), "#/threads/t-2?attempt=1", look);
    await page.getByText("Attempts as a table").click();
    expect(await seriousFaults(page)).toEqual([]);
    expect(await overhang(page)).toBe(0);
    expect(await page.locator("main :is(script, img, b)").count()).toBe(0);
    expect(await page.evaluate("[globalThis.hacked, {}.polluted]")).toEqual([undefined, undefined]);
  });
});
