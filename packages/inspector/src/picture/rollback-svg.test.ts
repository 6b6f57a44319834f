import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { anyText, sampleRun, saying } from "../fixtures/any-run.ts";
import { rollbackSvg } from "./rollback-svg.ts";

/** Start tags with their attributes, in order. */
const tags = (svg: string) =>
  [...svg.matchAll(/<(\w+)((?:\s[\w-]+="[^"<]*")*)\/?>/g)].map(([, name]) => name);

/** Texts as a reader sees them. */
const texts = (svg: string) =>
  [...svg.matchAll(/<(?:text|title|desc)[^>]*>([^<]*)</g)].map(([, text = ""]) =>
    text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&"),
  );

describe("rollbackSvg", () => {
  it("says what speaks against the set, as the page does", async () => {
    const counted = { scorerFingerprint: "sample-scorer-1", n: 212, alpha: 0.2 };
    const warnings = [{ code: "DRIFT", message: "Failures have changed. Calibrate again." }] as const;
    const view = { counted, warnings, curve: [], positions: [], labelled: 0, failed: 0 };
    const svg = rollbackSvg(await sampleRun("t-1"), { calibration: view });
    expect(svg).toContain("Not to be relied on: Failures have changed. Calibrate again.");
    expect(rollbackSvg(await sampleRun("t-1"))).not.toContain("relied on");
  });

  it("tells how the run ended, and of each attempt how it ended, its set and where it was rewound to", async () => {
    const run = await sampleRun("t-1");
    expect(texts(rollbackSvg(run))).toEqual(
      expect.arrayContaining([
        "recovered, 2 attempts",
        "↺ recovered",
        expect.stringMatching(
          /^Failed: EUR 1065 is far above every offer of 2026\. Retried from step 2 with a note\./,
        ),
        run.task,
        "Attempt 1",
        "rejected: EUR 1065 is far above every offer of 2026.",
        "Set: steps 2 to 8 of 8, 80 % target (n = 212). Highest score: 0.67, step 3, search",
        "Attempt 1 was rewound to before step 2: steps 2 to 8 were undone and ran again.",
        "Attempt 2",
        "accepted",
        "The target is an average over failures, not how certain this set is.",
      ]),
    );
  });

  it("shades the set, draws a bar a score, and leads the arrow back to just before the first step that ran again", async () => {
    const svg = rollbackSvg(await sampleRun("t-1"));
    const shaded = /<rect x="([\d.]+)"[^>]*lgrb-fill-set/.exec(svg)?.[1];
    expect(svg.match(/<rect [^>]*lgrb-fill-mark/g)).toHaveLength(8);
    expect(/V30H([\d.]+)V16/.exec(svg)?.[1]).toBe(Number(shaded).toFixed(1));
  });

  it("says in words what it shows, for people who cannot see it", async () => {
    const [, description] = texts(rollbackSvg(await sampleRun("t-1")));
    expect(description).toBe(
      "Attempt 1, 8 steps: rejected. Set: steps 2 to 8 of 8, 80 % target (n = 212). " +
        "Attempt 1 was rewound to before step 2: steps 2 to 8 were undone and ran again. 1 step was kept. " +
        "Attempt 2, 8 steps: accepted.",
    );
  });

  it("explains and promises nothing where there is no score and no bound", async () => {
    const said = texts(rollbackSvg(await sampleRun("t-3"))).join(" ");
    expect(said).not.toMatch(/Bars|target/);
    expect(texts(rollbackSvg(await sampleRun("t-10"))).join(" ")).toMatch(/no bound/);
  });

  it("is no larger for 5,000 steps than for 50", async () => {
    const [short, long] = [
      rollbackSvg(await sampleRun("t-1", 50)),
      rollbackSvg(await sampleRun("t-1", 5000)),
    ];
    expect(long.length).toBeLessThan(short.length);
  });

  it("draws six attempts at most, and says how many more there are", async () => {
    const run = await sampleRun("t-2");
    const svg = rollbackSvg({ ...run, attempts: [...run.attempts, ...run.attempts, ...run.attempts] });
    expect(texts(svg).filter((text) => /^Attempt \d$/.test(text))).toHaveLength(6);
    expect(texts(svg)).toContain("3 more attempts are not shown.");
  });

  it("draws a run without steps", async () => {
    const run = await sampleRun("t-3");
    const empty = { ...run, attempts: run.attempts.map((attempt) => ({ ...attempt, steps: [], kept: 0 })) };
    expect(rollbackSvg(empty)).not.toMatch(/NaN|Infinity|undefined/);
  });
});

describe("untrusted text in the picture", () => {
  it("adds no element, whatever it says", async () => {
    const run = await sampleRun("t-2");
    const expected = tags(rollbackSvg(saying(run, "text")));
    fc.assert(
      fc.property(anyText, (text) => {
        const svg = rollbackSvg(saying(run, text));
        expect(tags(svg)).toEqual(expected);
        expect(svg.match(/</g)).toHaveLength(2 * expected.length - selfClosing(svg) + 1);
        expect(svg).not.toMatch(/\p{Cs}/u);
      }),
    );
  });

  it("is shown as it was, as far as it can be shown", async () => {
    const text = `<script>alert("1 & 2")</script>`;
    expect(texts(rollbackSvg(saying(await sampleRun("t-1"), text)))).toContain(`rejected: ${text}`);
  });

  it("may be ten megabytes long", async () => {
    const svg = rollbackSvg(saying(await sampleRun("t-1"), "<b>".repeat(3_400_000)));
    expect(svg.length).toBeLessThan(15_000);
  });

  it("has no way to run anything or to load anything", async () => {
    const svg = rollbackSvg(await sampleRun("t-1"));
    expect(new Set(tags(svg))).toEqual(
      new Set(["svg", "title", "desc", "style", "rect", "text", "g", "path", "circle"]),
    );
    expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(
      /\son\w+=|href|url\(|@import|http/,
    );
  });
});

const selfClosing = (svg: string) => svg.match(/\/>/g)?.length ?? 0;
