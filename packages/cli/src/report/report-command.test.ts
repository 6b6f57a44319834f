import { readdir, readFile } from "node:fs/promises";

import {
  calibrateRecovery,
  calibrateVerifier,
  writeRecoveryCalibration,
  writeVerifierCalibration,
} from "@langgraph-rollback/attribution";
import { fileLabelStore } from "@langgraph-rollback/inspector";
import { stringifyTrajectory, type Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { describe, expect, it } from "vitest";

import { runCommand } from "../fixtures/run-command.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";

const { at, file, folder } = await scratchFolder();
const trajectory = (id: string): Trajectory => ({
  id,
  task: `3 tickets at $14, for ${id}`,
  steps: [{ index: 0, agent: "solve", content: "\u001B[31m45</script><script>hacked()</script>" }],
  outcome: { ok: false, reason: "3 * 14 = 42" },
});
const where = await file(
  "runs.jsonl",
  `${["a", "b"].map((id) => stringifyTrajectory(trajectory(id))).join("\n")}\n`,
);
const report = (...args: readonly string[]) => runCommand("report", where, ...args);

describe("report", () => {
  it("writes one HTML file, and says how large it is", async () => {
    const { code, err, out } = await report("--out", at("all.html"));
    expect({ code, out }).toEqual({ code: 0, out: "" });
    expect(err).toMatch(/^Wrote .*all\.html, \d+ kB\.$/);
    const html = await readFile(at("all.html"), "utf8");
    expect(html).toMatch(/^<!doctype html>/);
    expect(html).toContain("3 tickets at $14, for a");
    expect(html).toContain("3 tickets at $14, for b");
    expect(html).not.toContain("<script>hacked");
  });

  it("tells what is promised of the agent, by the calibrations that are named", async () => {
    const verdicts = Array.from({ length: 20 }, (_, run) => ({ score: run / 20, right: true }));
    const [verifier, recovery] = [at("verifier.json"), at("recovery.json")];
    await writeVerifierCalibration(verifier, calibrateVerifier(verdicts, { verifier: "judge-1" }));
    const runs = Array.from({ length: 20 }, (_, run) => ({ run: `${run}`, recoveredBy: 1 }));
    await writeRecoveryCalibration(recovery, calibrateRecovery(runs, { procedure: "p", maxRollbacks: 1 }));
    const files = ["--verifier-calibration", verifier, "--recovery-calibration", recovery];
    const said =
      /Promised: at most 5 % of right runs are touched \(n = 20, exact\); at least 90 % of failed runs are recovered within 1 rollback \(n = 20, exact\)\./;
    const markdown = await report("--thread", "a", "--format", "md", ...files);
    expect(markdown.out).toMatch(said);
    await report("--out", at("promises.html"), ...files);
    expect(await readFile(at("promises.html"), "utf8")).toMatch(said);
    expect((await report("--thread", "a", "--format", "md")).out).not.toContain("Promised:");
    expect(await report("--recovery-calibration", where)).toMatchObject({ code: 1 });
  });

  it("writes the threads that were named, and nothing of others", async () => {
    await report("--thread", "b", "--out", at("b.html"));
    const html = await readFile(at("b.html"), "utf8");
    expect(html).toContain("3 tickets at $14, for b");
    expect(html).not.toContain("3 tickets at $14, for a");
  });

  it("draws a picture and sums up to the standard output, and to a file by its ending", async () => {
    const svg = await report("--thread", "a", "--format", "svg");
    expect(svg).toMatchObject({ code: 0, err: "Thread a." });
    expect(svg.out).toMatch(/^<\?xml [^]*<\/svg>$/);
    const markdown = await report("--thread", "a", "--format", "md");
    expect(markdown.out).toMatch(/^### ✕ Rollback: failed\n[^]*`3 \* 14 = 42`/);
    await report("--thread", "a", "--out", at("a.svg"));
    expect(await readFile(at("a.svg"), "utf8")).toBe(`${svg.out}\n`);
  });

  it("says what it wrote as JSON", async () => {
    const { out } = await report("--out", at("c.md"), "--json");
    const bytes = (await readFile(at("c.md"))).length;
    expect(JSON.parse(out)).toEqual({ file: at("c.md"), format: "md", threads: ["a"], bytes, doubts: [] });
  });

  it("includes labels on request, from the file in which the inspector stores them", async () => {
    await fileLabelStore(at("runs.labels.jsonl")).add({
      thread: "a",
      run: "",
      attempt: 1,
      steps: 1,
      verdict: { kind: "decisive", step: 0 },
      labeller: "ada lovelace",
      convention: "earliest-unrecovered",
    });
    await report("--out", at("without.html"));
    expect(await readFile(at("without.html"), "utf8")).not.toContain("ada lovelace");
    await report("--labels", "--out", at("with.html"));
    expect(await readFile(at("with.html"), "utf8")).toContain("ada lovelace");
  });

  it("sends nothing to the terminal that it would obey", async () => {
    const all = [
      await report("--format", "md"),
      await report("--format", "svg"),
      await report("--thread", "\u001B[2J"),
    ];
    for (const { err, out } of all) expect(`${err}${out}`).not.toContain("\u001B");
  });

  it.each([
    ["no such thread", ["--thread", "z"], 1, /no thread "z" in .*\[THREAD_NOT_FOUND\]/],
    ["no such run", ["--format", "md", "--run", "2"], 1, /no run 2: the thread has 1\./],
    ["no such calibration", ["--calibration", "none.json"], 1, /none\.json: ENOENT/],
    [
      "several threads in one picture",
      ["--format", "svg", "--thread", "a", "b"],
      2,
      /Expected one `--thread`/,
    ],
    ["a run of a page", ["--run", "1"], 2, /`--run` is for/],
    ["figures among the picture", ["--format", "svg", "--json"], 2, /needs `--out`/],
    ["no such folder", ["--out", "/no/such/report.html"], 2, /there is no "\/no\/such"/],
    ["no such format", ["--format", "pdf"], 2, /html, svg, md/],
  ])("says what is wrong, without a stack, and writes nothing: %s", async (_, args, code, message) => {
    const before = await readdir(folder);
    const ended = await report(...args);
    expect(ended).toEqual({ code, out: "", err: expect.stringMatching(message) });
    expect(ended.err).not.toContain("\n    at ");
    expect(await readdir(folder)).toEqual(before);
  });
});
