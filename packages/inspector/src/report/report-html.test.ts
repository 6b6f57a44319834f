import { createHash } from "node:crypto";
import { runInNewContext } from "node:vm";
import { calibrateRecovery } from "@langgraph-rollback/attribution";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { failedThread, givenSource } from "../fixtures/given-source.ts";
import { decisive, runVerdictOn, verdictOn } from "../fixtures/labels.ts";
import { calibration, judgedThread } from "../fixtures/view-of.ts";
import { memoryLabels } from "../fixtures/memory-labels.ts";
import { readPageFiles } from "../built-page/page-files.ts";
import { sampleSource } from "../testing/index.ts";
import { HOSTILE_TEXTS } from "../testing/hostile-texts.ts";
import type { ThreadView } from "../shared/view/thread-view.ts";
import { inlineJson, inlineScript, inlineStyle } from "./inline-text.ts";
import type { ReportData } from "../shared/view/report-data.ts";
import { reportHtml } from "./report-html.ts";
import { ThreadNotFoundError } from "./thread-not-found-error.ts";

const clock = () => Date.UTC(2026, 0, 2, 3, 4, 5);

/** The elements of a kind as a browser would cut them out: up to the first end tag. */
const elements = (html: string, name: "script" | "style") =>
  [...html.matchAll(new RegExp(`<${name}([^>]*)>([^]*?)</${name}`, "gi"))].map(
    ([, attributes = "", text = ""]) => ({
      attributes,
      text,
    }),
  );

const textOf = (html: string, attribute: string) =>
  elements(html, "script").find(({ attributes }) => attributes.includes(attribute))?.text ?? "";

const codeOf = (html: string) => textOf(html, 'type="module"');

function dataOf(html: string): ReportData {
  return JSON.parse(textOf(html, 'id="report"'));
}

/** The file without threads: what the size of a report comes to whatever is in it. */
const emptyReport = () => reportHtml({ source: sampleSource({ threads: 0 }), clock });

describe("the file", () => {
  it("is one page with its script, its style and its data, and names no other file", async () => {
    const html = await emptyReport();
    expect(elements(html, "script").map(({ attributes }) => attributes.trim())).toEqual([
      'type="module"',
      'type="application/json" id="report"',
    ]);
    expect(elements(html, "style")).toHaveLength(1);
    const markup = html.replaceAll(/<(script|style)[^]*?<\/\1>/g, "");
    expect(markup).not.toMatch(/src=|href="(?!data:,")/);
    expect(elements(html, "style")[0]?.text).not.toMatch(/@import|url\((?!["']?data:)/);
  });

  it("lets nothing run but its own script and style, by their hashes", async () => {
    const html = await emptyReport();
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? "";
    const hash = (text: string | undefined) =>
      `'sha256-${createHash("sha256")
        .update(text ?? "")
        .digest("base64")}'`;
    expect(policy.split("; ").slice(0, 3)).toEqual([
      "default-src 'none'",
      `script-src ${hash(codeOf(html))}`,
      `style-src ${hash(elements(html, "style")[0]?.text)}`,
    ]);
    expect(policy).not.toMatch(/unsafe|http|\*/);
    expect(html.indexOf("Content-Security-Policy")).toBeLessThan(html.indexOf("<script"));
  });

  it("is under a megabyte without its data", async () => {
    expect(Buffer.byteLength(await emptyReport())).toBeLessThan(1_000_000);
  });

  it("holds the page's script and style as they were built, but for what would end them", async () => {
    const html = await emptyReport();
    const { script, style } = await readPageFiles();
    expect(codeOf(html)).toBe(inlineScript(script));
    expect(elements(html, "style")[0]?.text).toBe(inlineStyle(style));
  });
});

describe("the data", () => {
  it("is all threads with their steps' details, labels and calibration", async () => {
    const source = sampleSource({ threads: 2, lengths: [8] });
    const data = dataOf(await reportHtml({ source, labels: memoryLabels(), clock }));
    expect(data.views).toEqual([await source.thread("t-1"), await source.thread("t-2")]);
    expect(data.threads).toEqual((await source.list(2)).threads);
    const steps = data.views.flatMap(({ runs }) =>
      runs.flatMap(({ attempts }) => attempts.map((each) => each.steps)),
    );
    expect(data.details).toHaveLength(steps.flat().length);
    expect(data.labels.queue.length).toBeGreaterThan(0);
    expect(data.calibration.warnings.length).toBeGreaterThan(0);
    expect(data.notices).toEqual(["Made on 2026-01-02 at 03:04 UTC."]);
  });

  it("is by a convention that names steps, or none is made", async () => {
    const report = reportHtml({ source: sampleSource(), convention: "right-or-wrong", clock });
    await expect(report).rejects.toThrow('such as "earliest-unrecovered", got "right-or-wrong"');
  });

  it("holds nothing of other threads when some are named", async () => {
    const source = sampleSource({ lengths: [8] });
    const labels = memoryLabels();
    for (const thread of ["t-1", "t-2"])
      await labels.add({
        thread,
        run: "run-b",
        attempt: 1,
        steps: 8,
        verdict: { kind: "unsure" },
        labeller: "ada",
        convention: "earliest-unrecovered",
      });
    const html = await reportHtml({ source, labels, threads: ["t-2"], clock });
    expect(dataOf(html).labels.labels).toHaveLength(1);
    expect(dataOf(html).runLabels).toEqual([]);
    const named = JSON.stringify(dataOf(html)).match(/\bt-\d+\b/g);
    expect(new Set(named)).toEqual(new Set(["t-2"]));
  });

  it("holds the labels that say whether a run of these threads is right", async () => {
    const labels = memoryLabels();
    await labels.add(runVerdictOn("one", "right"));
    await labels.add(runVerdictOn("two", "wrong"));
    const source = givenSource([failedThread("one"), failedThread("two")]);
    const { labels: ofSteps, runLabels } = dataOf(
      await reportHtml({ source, labels, threads: ["two"], clock }),
    );
    expect(runLabels).toMatchObject([{ thread: "two", verdict: { kind: "wrong" } }]);
    expect(ofSteps.labels).toEqual([]);
  });

  it("carries the doubts that all threads and labels give, and nothing else of them", async () => {
    const ids = ["one", "two", "three", "four"];
    const source = givenSource(ids.map((id) => judgedThread(id)));
    const judgedBy = memoryLabels();
    for (const id of ids.slice(1)) await judgedBy.add(verdictOn(id, decisive(0)));
    const told: (readonly string[])[] = [];
    const options = {
      source,
      threads: ["one"],
      judgedBy,
      clock,
      onDoubts: (all: readonly string[]) => told.push(all),
    };
    for (const given of [{}, { calibration: { file: "c.json", calibration } }]) {
      const html = await reportHtml({ ...options, ...given });
      const data = dataOf(html);
      expect(data.calibration.warnings[0]?.code).toBe("BELOW_PROMISE");
      expect(data.calibration).toMatchObject({ labelled: 0, failed: 1 });
      expect(data.labels.labels).toEqual([]);
      expect(JSON.stringify(data)).not.toContain("two");
      expect(told.at(-1)).toEqual(data.calibration.warnings.map(({ message }) => message));
    }
  });

  it("is of one moment: each thread is read once, and stays as it was read", async () => {
    const read: string[] = [];
    const source = givenSource(["one", "two"].map((id) => failedThread(id)));
    const changing = {
      ...source,
      thread: async (id: string) => {
        read.push(id);
        return read.indexOf(id) === read.length - 1 ? source.thread(id) : undefined;
      },
    };
    const { labels } = dataOf(await reportHtml({ source: changing, clock }));
    expect(read).toEqual(["one", "two"]);
    expect(labels.queue.map(({ thread }) => thread).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      "one",
      "two",
    ]);
  });

  it("says so when a named thread is not there", async () => {
    const report = reportHtml({ source: sampleSource(), threads: ["t-1", "t-99"] });
    await expect(report).rejects.toThrow(ThreadNotFoundError);
  });

  it("has room for so many details, those of the sets first, and says what it leaves out", async () => {
    const source = sampleSource({ threads: 30, lengths: [50] });
    const data = dataOf(await reportHtml({ source, mostThreads: 3, mostDetails: 20, clock }));
    expect(data.views).toHaveLength(3);
    expect(data.details).toHaveLength(20);
    const inSets = data.details.map(({ address: { thread, run, attempt, step } }) => {
      const found = data.views.find(({ id }) => id === thread)?.runs.find((each) => each.run === run);
      return found?.attempts[attempt - 1]?.attribution?.set.steps.includes(step);
    });
    expect(inSets).toEqual(inSets.map(() => true));
    expect(data.notices.slice(1)).toEqual([
      "Of the threads, the latest 3; there are more.",
      expect.stringMatching(/^Details of 20 of \d+ steps; the others have their first line only\.$/),
    ]);
  });

  it("keeps to its size however large the details are", async () => {
    const plain = sampleSource({ threads: 1, lengths: [50] });
    const source: typeof plain = {
      ...plain,
      step: async (address) => {
        const detail = await plain.step(address);
        return detail === undefined ? undefined : { ...detail, content: "x".repeat(100_000) };
      },
    };
    const data = dataOf(await reportHtml({ source, mostCharacters: 1_000_000, clock }));
    expect(data.details.length).toBeGreaterThan(5);
    expect(data.details.length).toBeLessThan(10);
  });
});

describe("untrusted text", () => {
  it("comes back as it was, and never ends the element that it stands in", async () => {
    const html = await reportHtml({ source: sampleSource({ threads: 8, hostile: true }), clock });
    expect(elements(html, "script")).toHaveLength(2);
    const data = JSON.stringify(dataOf(html));
    for (const text of HOSTILE_TEXTS.slice(0, 8)) expect(data).toContain(JSON.stringify(text).slice(1, -1));
    expect(html).not.toContain("hacked = true</script>");
    for (const character of ["\u2028", "\u2029", "\u001B", "\u0000"]) expect(html).not.toContain(character);
    expect(html).not.toMatch(/\p{Cs}/u);
  });

  it("holds of any text at all", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("</script", "<!--", "<script>", "]]>", "\u2028"),
    );
    const texts = fc.array(text, { maxLength: 5 });
    fc.assert(
      fc.property(texts, (parts) => {
        const value = { [parts.join("")]: parts };
        const json = inlineJson(value);
        expect(json).not.toMatch(/[<>&\u2028\u2029]/);
        expect(JSON.parse(json)).toEqual(value);
      }),
    );
  });

  it("is not polluted by keys of prototypes", async () => {
    const thread: ThreadView = JSON.parse(
      '{"id":"__proto__","runs":[],"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    );
    const data = dataOf(await reportHtml({ source: givenSource([thread]), clock }));
    expect(Object.hasOwn({}, "polluted") || "polluted" in {}).toBe(false);
    expect(data.views).toHaveLength(1);
  });

  it("may be ten megabytes long or nested deeply", async () => {
    const plain = sampleSource({ threads: 1, lengths: [8] });
    const content = `${"<script>".repeat(1_250_000)}\uD800`;
    const deep: unknown = JSON.parse(`${"[".repeat(2000)}${"]".repeat(2000)}`);
    const source: typeof plain = {
      ...plain,
      step: async (address) => {
        const detail = await plain.step(address);
        return detail === undefined ? undefined : Object.assign({}, detail, { content, before: deep });
      },
    };
    const html = await reportHtml({ source, mostDetails: 1, mostCharacters: 25_000_000, clock });
    expect(elements(html, "script")).toHaveLength(2);
    expect(dataOf(html).details[0]?.content).toBe(content);
  });
});

describe("code that is put inline", () => {
  it("means the same where a string in it would have ended the element", () => {
    const code = 'const text = "<!-- <script></SCRIPT>" + /<\\/script|<!--/.source;';
    const inline = inlineScript(code);
    expect(inline).not.toMatch(/<(?:!--|\/?script)/i);
    const run = (source: string): unknown => runInNewContext(`${source} text;`);
    expect(String(run(inline)).replaceAll("\\x3C", "<")).toBe(run(code));
  });

  it("has the line ends that an HTML parser would make of it, as its hash is of those", () => {
    expect(inlineScript("a\r\nb\rc\n")).toBe("a\nb\nc\n");
    expect(inlineStyle("a{}\r\n")).toBe("a{}\n");
  });
});

describe("the line of promises", () => {
  const promise = { within: 1, level: 0.9, alpha: 0.1, n: 20, guarantee: "exact" } as const;
  const recovery = { procedure: "p", maxRollbacks: 3, audited: true, promise } as const;
  const failed = (id: string) =>
    failedThread(id, [{ at: "2026-11-22T12:00:00.000Z", recovery, decision: "give-up" }]);
  const calibrated = { ...calibrateRecovery([], { procedure: "p", maxRollbacks: 3 }), n: 20 };
  const promisesIn = async (options: Partial<Parameters<typeof reportHtml>[0]> = {}) =>
    dataOf(await reportHtml({ source: givenSource(["a", "b", "c"].map(failed)), clock, ...options }))
      .promises;

  it("is of the threads in the report, and of all where a calibration is given", async () => {
    const said = "Promised: at least 90 % of failed runs are recovered within 1 rollback (n = 20, exact).";
    expect(await promisesIn()).toMatchObject({
      promised: said,
      observed: "Observed: failed runs recovered within 1 rollback: 0 of 3 (0-71 %).",
    });
    expect((await promisesIn({ threads: ["a"] })).observed).toContain(": 0 of 1 ");
    const recoveryCalibration = { ...calibrated, recoveredBy: [20, 0, 0] };
    const ofAll = await promisesIn({ threads: ["a"], promises: { recoveryCalibration } });
    expect(ofAll).toMatchObject({ promised: said, observed: expect.stringContaining(": 0 of 3 ") });
  });

  it("promises nothing from some of the agent's threads", async () => {
    const { promise: _, ...unpromised } = recovery;
    const source = givenSource([failedThread("a", [{ recovery: unpromised, decision: "give-up" }])]);
    expect((await promisesIn({ source })).promised).toBe(
      "Nothing is promised yet: recovery needs 9 failed runs, has 1.",
    );
    expect(await promisesIn({ source, threads: ["a"] })).toEqual({ parts: [] });
  });
});
