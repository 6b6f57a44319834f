import { type Calibration, coldState, type LearningState } from "@langgraph-rollback/attribution";
import { failuresAt } from "@langgraph-rollback/attribution/testing";
import { describe, expect, it } from "vitest";

import { LOOKS, overhang, seriousFaults } from "./accessibility.ts";
import { noBrowser, testBrowser } from "./chromium.ts";
import { expectAddress, expectText } from "./expect-text.ts";
import { sampleInspector } from "./sample-inspector.ts";

/** As if the sample threads' sets had been made with it. */
const calibration: Calibration = {
  format: "langgraph-rollback/calibration",
  version: 3,
  method: "suffix",
  alpha: 0.2,
  n: 212,
  scorerFingerprint: "sample-scorer-1",
  failures: failuresAt(Array.from({ length: 212 }, (_, index) => index / 212)),
};
const given = async () => ({ file: "calibration.json", calibration });

/** An agent that has learnt from forty failed runs, and promises something. */
const promising: LearningState = {
  ...coldState("support desk"),
  at: "2026-11-22T12:00:00.000Z",
  change: "promise",
  reason: "At least 90 % of failed runs are recovered within 2 rollbacks.",
  failures: 30,
  promise: {
    format: "langgraph-rollback/recovery-calibration",
    version: 1,
    procedure: "0123456789abcdef",
    maxRollbacks: 3,
    alpha: 0.1,
    evidence: "runs",
    n: 40,
    recoveredBy: [30, 9, 1],
  },
};
const learning = async () => [
  { agent: "support desk", state: promising, states: [promising], failures: 40, replayed: 12 },
];

const label = (thread: string, step: number) =>
  ({
    thread,
    run: "run-b",
    attempt: 1,
    steps: 8,
    labeller: "ada",
    convention: "earliest-unrecovered",
    verdict: { kind: "decisive", step },
  }) as const;

describe.skipIf(noBrowser !== undefined)(`the calibration page${noBrowser ?? ""}`, () => {
  const browser = testBrowser();

  it("says what to run where there is no calibration", async () => {
    const { visit } = await sampleInspector({ threads: 1 });
    const page = await visit(browser(), "#/calibration");
    await expectText(page, "langgraph-rollback calibrate --db runs.sqlite");
    await expectText(page, "0 of 1 failed first attempts are labelled.");
    await page.getByRole("link", { name: "Label the next one" }).click();
    await expectAddress(page, "#/label");
  });

  it("says what a calibration promises, on average and of no one thread", async () => {
    const { visit } = await sampleInspector({ threads: 1 }, {}, { calibration: given });
    const page = await visit(browser(), "#/calibration");
    await expectText(page, /at least 80\s% of the sets .* on average .* not how certain/);
    await expectText(page, "sample-scorer-1");
    expect(await page.getByRole("region", { name: "Warnings" }).count()).toBe(0);
    expect(await page.locator(".doubtful").count()).toBe(0);
  });

  it("tells in one line what is promised of the agent, and nothing where nothing is known", async () => {
    const { visit } = await sampleInspector({ threads: 1 }, {}, { calibration: given });
    const promises = (await visit(browser(), "#/calibration")).getByRole("region", { name: "Promises" });
    await promises
      .getByText(/^Promised: at most 20\s% of first rollbacks keep the first mistake \(n = 212, exact\)\.$/)
      .waitFor();
    const none = await sampleInspector({ threads: 0 });
    const page = await none.visit(browser(), "#/calibration");
    await expectText(page, "How to get one");
    expect(await page.getByRole("region", { name: "Promises" }).count()).toBe(0);
  });

  it("puts warnings first and greys what should not be relied on", async () => {
    const few = { ...calibration, n: 2, nonconformities: [0.1, 0.2] };
    const { visit } = await sampleInspector(
      { threads: 1 },
      {},
      { calibration: async () => ({ file: "few.json", calibration: few }) },
    );
    const page = await visit(browser(), "#/calibration");
    await page.getByRole("region", { name: "Warnings" }).getByText("TOO_SMALL").waitFor();
    expect(await page.locator(".doubtful").count()).toBe(1);
  });

  it("draws coverage, cost and positions from labels, one click from a thread, each with a table of its figures", async () => {
    const { labels, visit } = await sampleInspector({ threads: 5, lengths: [8] }, {}, { calibration: given });
    await labels.add(label("t-1", 7));
    await labels.add(label("t-2", 0));
    const page = await visit(browser(), "#/threads/t-1");
    await page.getByRole("link", { name: "Calibration", exact: true }).click();
    for (const name of [
      "Coverage of the sets recorded here",
      "What a smaller miss rate costs",
      "Where the decisive steps lie",
    ])
      await page.getByRole("img", { name }).waitFor();
    await expectText(page, /held the decisive step in \d of 2 labelled attempts/);
    await expectText(page, "with so few labels that says little yet");
    await expectText(page, "1 of 2 labelled decisive steps lie in the first half of their attempt.");
    await page.getByText("As a table").last().click();
    const table = page.getByRole("table").last();
    expect(await table.getByRole("row").allInnerTexts()).toEqual([
      "position in the attempt\tlabelled decisive steps",
      "0 % to 10 %\t1",
      ...["10 % to 20 %", "20 % to 30 %", "30 % to 40 %", "40 % to 50 %", "50 % to 60 %"].map(
        (bin) => `${bin}\t0`,
      ),
      ...["60 % to 70 %", "70 % to 80 %", "80 % to 90 %"].map((bin) => `${bin}\t0`),
      "90 % to 100 %\t1",
    ]);
  });

  it("changes with a label that is given on the label page", async () => {
    const { visit } = await sampleInspector({ threads: 1, lengths: [8] }, {}, { calibration: given });
    const page = await visit(browser(), "#/calibration");
    await expectText(page, "0 of 1 failed first attempts are labelled.");
    await expectText(page, "Nothing to count yet");
    await page.getByRole("link", { name: "Label the next one" }).click();
    await page.getByRole("listbox", { name: "Steps" }).waitFor();
    await page.keyboard.press("End");
    await page.getByRole("button", { name: "Step 8 is decisive" }).click();
    await expectText(page, "Labelled: t-1");
    await page.getByRole("link", { name: "Calibration" }).click();
    await expectText(page, "1 of 1 failed first attempts are labelled.");
    await expectText(page, "held the decisive step in 1 of 1 labelled attempt");
  });

  it("tells what an agent has learnt from its own runs, and promises", async () => {
    const { visit } = await sampleInspector({ threads: 1 }, { learning });
    const page = await visit(browser(), "#/calibration");
    const learnt = page.getByRole("region", { name: "Learnt from its own runs" });
    await learnt.getByRole("heading", { name: "Agent support desk" }).waitFor();
    await learnt
      .getByText(
        /^Promised: at least 90\s% of failed runs are recovered within 2 rollbacks \(n = 40, exact\)\.$/,
      )
      .waitFor();
    await expectText(page, "It learns from 40 failed runs, 12 of them replayed.");
    await learnt.getByText("What came, and why").click();
    await learnt.getByText(promising.reason).waitFor();
  });

  it.each(LOOKS)("keeps nobody out: $name", async (look) => {
    const options = { threads: 5, lengths: [8] };
    const { labels, visit } = await sampleInspector(options, { learning }, { calibration: given });
    await labels.add(label("t-1", 7));
    const page = await visit(browser(), "#/calibration", look);
    await page.getByRole("img", { name: "Where the decisive steps lie" }).waitFor();
    for (const table of await page.getByText("As a table").all()) await table.click();
    expect(await seriousFaults(page)).toEqual([]);
    expect(await overhang(page)).toBe(0);
  });
});
