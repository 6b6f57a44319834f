import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { anyText, sampleRun, saying } from "../fixtures/any-run.ts";
import { quotedCode } from "./quoted-code.ts";
import { rollbackMarkdown } from "./rollback-markdown.ts";

/**
 * What is not code, with "·" in place of each span: a run of backticks opens a span if there is another run just as long
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
      "Task: `What does the journey cost for one person? Fares, two nights a city and the museum pass, in 2026 prices.`",
      "2 attempts. A later attempt passed the verifier.",
      "**Attempt 1**, 8 steps: ✕ rejected `EUR 1065 is far above every offer of 2026.`",
      "Set: steps 2 to 8 of 8, 80 % target (n = 212).",
      expect.stringContaining("- step 3, score 0.67, `search`: `Lisbon: EUR 1134 (price list of 2019).`\n"),
      expect.stringMatching(/^Attempt 1 was rewound .* 1 step was kept\. .* was not undone\.$/),
      expect.stringMatching(/^`to-set: The set starts there\. In at most 0\.2 of failed runs .*`$/),
      "**Attempt 2**, 8 steps: ✓ accepted.",
      expect.stringMatching(/^80 % is on average .* not how certain this thread's set is\.\n$/),
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
});
