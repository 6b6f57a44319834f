import { readFile } from "node:fs/promises";

import { parseLabelledTraces, stringifyTrajectory } from "@langgraph-rollback/attribution/trajectory";
import { describe, expect, it } from "vitest";

import { evaluationFixture } from "../fixtures/evaluation-fixture.ts";
import { runCommand } from "../fixtures/run-command.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";

const { at, file } = await scratchFolder();
const failures = parseLabelledTraces(evaluationFixture(12));
const data = await file("failures.jsonl", failures.map((each) => `${stringifyTrajectory(each)}\n`).join(""));
await runCommand("calibrate", "--data", data, "--scorer", "position", "--out", at("c.json"));
await runCommand("attribute", data, "--calibration", at("c.json"), "--out", at("attributed.jsonl"));

/** The layout in which Who&When is published, with contents made up by us. */
const WHO_AND_WHEN = {
  is_correct: false,
  question: "How many benches fit along a 24 m path?",
  ground_truth: "14",
  history: [
    { content: "Usable length is 24 m.", role: "assistant", name: "Measurement_Expert" },
    { content: "24 / 1.5 = 16, so 16 benches.", role: "assistant", name: "Arithmetic_Expert" },
  ],
  mistake_agent: "Measurement_Expert",
  mistake_step: "0",
  mistake_reason: "The gate was forgotten.",
};

describe("a file of trajectories opens as what it is", () => {
  it("with its labels, in a report that has no others", async () => {
    await runCommand("report", data, "--out", at("labelled.html"));
    const html = await readFile(at("labelled.html"), "utf8");
    const [first] = failures;
    const step = first?.label?.decisiveStep;
    expect(html).toContain(`"id":"file:${first?.id}"`);
    expect(html).toContain(`"verdict":{"kind":"decisive","step":${step}}`);
  });

  it("with scores, sets and reasons, which attribute --out wrote beside the trajectories", async () => {
    const attributed = (await readFile(at("attributed.jsonl"), "utf8")).trim().split("\n");
    const bounded = attributed.find((line) => line.includes('"status":"bounded"')) ?? "{}";
    const thread: string = JSON.parse(bounded).id;
    const { out } = await runCommand("report", at("attributed.jsonl"), "--thread", thread, "--format", "md");
    expect(out).toMatch(/^Set: steps? .*, 80 % target \(n = 4\)/m);
    expect(out).toMatch(/^- step \d+, score \d\.\d\d/m);
    expect(out).toMatch(/^Why step \d+, the most suspicious:/m);
    expect(attributed.map((line) => parseLabelledTraces(line)[0])).toEqual(failures);
  });

  it("as Who&When has it, in one object of several lines", async () => {
    const where = await file("37.json", JSON.stringify(WHO_AND_WHEN, undefined, 4));
    await runCommand("report", where, "--out", at("37.html"));
    const html = await readFile(at("37.html"), "utf8");
    expect(html).toContain("24 / 1.5 = 16, so 16 benches.");
    expect(html).toContain('"reason":"The gate was forgotten."');
    expect(html).not.toContain("ground_truth");
  });

  it("or says which trajectory has an attribution that is none of it", async () => {
    const [line = ""] = (await readFile(at("attributed.jsonl"), "utf8")).split("\n");
    const broken = JSON.stringify(Object.assign(JSON.parse(line), { attribution: { scores: [2] } }));
    const { code, err } = await runCommand("report", await file("broken.jsonl", broken), "--format", "md");
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/trajectory ".*", `attribution.*`/),
    });
  });

  it("with the doubts that its labels give about its sets, in every format", async () => {
    const traces = parseLabelledTraces(await readFile(at("attributed.jsonl"), "utf8"));
    const lines = (await readFile(at("attributed.jsonl"), "utf8")).trim().split("\n");
    const missed = traces.flatMap(({ steps }, index) => {
      const line = JSON.parse(lines[index] ?? "{}");
      const outside = steps.findIndex((_, step) => !line.attribution.set.steps.includes(step));
      return outside < 0 ? [] : [JSON.stringify({ ...line, label: { decisiveStep: outside } })];
    });
    const where = await file("missed.jsonl", `${missed.join("\n")}\n`);
    const figures = async (...args: readonly string[]): Promise<{ readonly doubts: readonly string[] }> =>
      JSON.parse((await runCommand("report", where, "--force", "--json", ...args)).out);
    const below = expect.stringMatching(
      /^The recorded sets held the decisive step in 0 of \d+ labelled attempts/,
    );
    for (const format of ["html", "md", "svg"]) {
      const out = ["--out", at(`doubts.${format}`), "--format", format];
      expect((await figures(...out)).doubts).toContainEqual(below);
      expect((await figures(...out, "--calibration", at("c.json"))).doubts).toContainEqual(below);
      expect(await readFile(at(`doubts.${format}`), "utf8")).toContain("lies below the target of 80 %");
    }
  });
});
