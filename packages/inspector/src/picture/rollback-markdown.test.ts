import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { anyText, sampleRun, saying } from "../fixtures/any-run.ts";
import { quotedCode } from "./quoted-code.ts";
import { rollbackMarkdown } from "./rollback-markdown.ts";
import { rollbackSvg } from "./rollback-svg.ts";

/** A view of the sample sets' own calibration, without a file of it. */
const SAME_SETS = {
  counted: { scorerFingerprint: "sample-scorer-1", n: 212, alpha: 0.2 },
  warnings: [],
  curve: [],
  positions: [],
  labelled: 0,
  failed: 0,
} as const;

/**
 * The text that is not code, with "·" in place of each span: a run of backticks opens a span if there is another run just as long
 * behind it, by CommonMark's rule.
 */
function outsideCode(markdown: string): string {
  let rest = markdown;
  let outside = "";
  for (let open = /`+/.exec(rest); open !== null; open = /`+/.exec(rest)) {
    const inside = rest.slice(open.index + open[0].length);
    const close = new RegExp(`(?<!\`)${open[0]}(?!\`)`).exec(inside);
    outside += rest.slice(0, open.index) + (close === null ? open[0] : "·");
    rest = close === null ? inside : inside.slice(close.index + open[0].length);
  }
  return outside + rest;
}

describe("rollbackMarkdown", () => {
  it("tells what failed, what the set says, where the graph was rewound to and how it ended", async () => {
    const markdown = rollbackMarkdown(await sampleRun("t-1"));
    expect(markdown.split("\n\n")).toEqual([
      "### ↺ Rollback: recovered",
      expect.stringMatching(
        /^Failed: `EUR 1065 is far above every offer of 2026\.` Retried from step 2 with a note\. Accepted: `The whole .*` 7 of 8 steps redone\.$/,
      ),
      "Task: `What does the journey cost for one person? Fares, two nights a city and the museum pass, in 2026 prices.`",
      "2 attempts. A later attempt passed the verifier.",
      "**Attempt 1**, 8 steps: ✕ rejected `EUR 1065 is far above every offer of 2026.`",
      "Set: steps 2 to 8 of 8, 80 % target (n = 212).",
      expect.stringContaining("- step 3, score 0.67, `search`: `Lisbon: EUR 1134 (price list of 2019).`\n"),
      expect.stringMatching(
        /^Why step 3, the most suspicious: Shares of the logit, .*: \+2\.20 in all, so the score is 9 times that step's\.$/,
      ),
      [
        "- +1.32 `The step names a number that stands nowhere before.`",
        "- +1.10 `step-by-step gives the step a score of 0.81.` `It takes the price of an **old** list: - the task asks for 2026 - step 3 says 2019`",
        "- −0.44 `The step has no calculation that is wrong.`",
        "- +0.22 `12 other observations together`",
      ].join("\n"),
      expect.stringMatching(/^Attempt 1 was rewound .* 1 step was kept\. .* was not undone\.$/),
      expect.stringMatching(/^`to-set: The set starts there\. In at most 0\.2 of failed runs .*`$/),
      "**Attempt 2**, 8 steps: ✓ accepted.",
      expect.stringMatching(/^80 % is promised on average .* not how certain this thread's set is\.\n$/),
    ]);
  });

  it("lists the ten most suspicious steps of a large set, in order", async () => {
    const run = await sampleRun("t-2", 50);
    const attempts = run.attempts.slice(0, 1);
    const listed = [...rollbackMarkdown({ ...run, attempts }).matchAll(/^- step (\d+)/gm)].map(([, step]) =>
      Number(step),
    );
    const { scores = [], set } = attempts[0]?.attribution ?? {};
    const highest = (set?.steps ?? []).toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0)).slice(0, 10);
    expect(listed).toEqual(highest.map((step) => step + 1).toSorted((a, b) => a - b));
  });

  it("says what speaks against the set, as the page does, and promises nothing of later attempts", async () => {
    const run = await sampleRun("t-2");
    const warnings = [{ code: "DRIFT", message: "Failures have changed. Calibrate again." }] as const;
    const markdown = rollbackMarkdown(run, { calibration: { ...SAME_SETS, warnings } });
    expect(markdown).toMatch(/^Set: .*, 80 % target \(n = 212\), not to be relied on\.$/m);
    expect(markdown).toMatch(/^Not to be relied on:\n\n- `Failures have changed\. Calibrate again\.`$/m);
    expect(rollbackMarkdown(run)).not.toContain("not to be relied on");
    const sets = [...markdown.matchAll(/^Set: (.*)$/gm)].map(([, set]) => set);
    expect(sets.slice(1)).toEqual([
      expect.stringMatching(/no promise\.$/),
      expect.stringMatching(/no promise\.$/),
    ]);
  });

  it("says why the step with the highest score is not in the set", async () => {
    const run = await sampleRun("t-1");
    const [first] = run.attempts;
    if (first?.attribution === undefined) throw new Error("Expected an attribution.");
    const set = { ...first.attribution.set, steps: [6, 7], range: { start: 6, end: 7 } };
    const attempts = [{ ...first, attribution: { ...first.attribution, set } }];
    const words =
      "Step 3 has the highest score and is outside of the set, because such sets are filled from the last step backwards, and the calibration lets this one go no further than step 7.";
    expect(rollbackMarkdown({ ...run, attempts })).toContain(`\n\n${words}\n\n`);
    expect(rollbackMarkdown(run)).not.toContain("outside of the set");
    const pixels = rollbackSvg({ ...run, attempts });
    expect(pixels).toContain(words.slice(0, 80));
  });

  it("says why nothing is promised where nothing is", async () => {
    expect(rollbackMarkdown(await sampleRun("t-10"))).toMatch(/no bound[^]*Nothing is promised/);
  });
});

describe("untrusted text in the summary", () => {
  it("stands in code spans only, whatever it says", async () => {
    const run = await sampleRun("t-2");
    const expected = outsideCode(rollbackMarkdown(saying(run, "text")));
    fc.assert(
      fc.property(anyText, (text) => {
        const outside = outsideCode(rollbackMarkdown(saying(run, text)));
        expect(outside.replaceAll("(nothing)", "·")).toBe(expected);
      }),
    );
  });

  it("may be ten megabytes long", async () => {
    const markdown = rollbackMarkdown(saying(await sampleRun("t-1"), "@everyone ".repeat(1_000_000)));
    expect(markdown.length).toBeLessThan(10_000);
  });
});

describe("quotedCode", () => {
  it.each([
    ["plain", "`plain`"],
    ["a `b` c", "``a `b` c``"],
    ["`", "`` ` ``"],
    ["```js", "```` ```js ````"],
    ["  \n ", "(nothing)"],
    ["[x](javascript:alert(1)) @me #1 <b>", "`[x](javascript:alert(1)) @me #1 <b>`"],
    ["two\nlines", "`two lines`"],
  ])("writes %j as %s", (text, code) => {
    expect(quotedCode(text, 60)).toBe(code);
  });

  it("is one span, whatever the text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(outsideCode(quotedCode(text, 80))).toMatch(/^(·|\(nothing\))$/);
      }),
    );
  });

  it("ends with what is promised of the agent, if it is told", async () => {
    const run = await sampleRun("t-1");
    const promises = { parts: [], promised: "Promised: nothing.", observed: "Observed: much." };
    expect(rollbackMarkdown(run, { promises })).toMatch(/\n\n`Promised: nothing\.`\n\n`Observed: much\.`\n$/);
    expect(rollbackMarkdown(run)).not.toContain("Promised:");
  });
});
