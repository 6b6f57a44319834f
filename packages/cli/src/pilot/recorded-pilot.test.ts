import { readFile } from "node:fs/promises";
import { calibrateVerifier, writeVerifierCalibration } from "@langgraph-rollback/attribution";
import { fileLabelStore, openSource } from "@langgraph-rollback/inspector";
import { RIGHT_OR_WRONG } from "@langgraph-rollback/inspector/shared";
import { beforeAll, describe, expect, it } from "vitest";
import { labelJudged, recordJudged } from "../fixtures/judged-database.ts";
import { runHere } from "../fixtures/run-here.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { sqlite } from "../fixtures/sqlite.ts";

const { at, file } = await scratchFolder();
const db = at("runs.sqlite");

/** Ten right runs, of which the verifier rejects four, and two wrong ones, of which it accepts one. */
const SCORES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 0.05, 0.95];
const isRight = (thread: string): boolean => Number(thread.slice(2)) < 10;

const pilot = (...args: readonly string[]) => runHere(["pilot", "--db", ...args]);

describe.skipIf(sqlite.open === undefined)(`pilot --db${sqlite.missing}`, () => {
  beforeAll(async () => {
    const saver = sqlite.open?.(db);
    if (saver === undefined) return;
    await recordJudged(saver, SCORES, "judge-1");
    await labelJudged(db, at("runs.labels.jsonl"), isRight);
  });

  it("says how often rollback would act, at what cost, and how often the verifier is wrong", async () => {
    const { code, err, out } = await pilot(db);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("12 threads.");
    expect(out).toContain("Verifier judge-1:");
    expect(out).toMatch(/^runs judged +12, of 12 steps at first *$/m);
    expect(out).toMatch(/^rejected +5 of 12 \(15-72 %\) *$/m);
    expect(out).toMatch(/^would have been rolled back +5 of 12 \(15-72 %\) *$/m);
    expect(out).toMatch(/^ *steps that would have been redone +5, by restarts 5 *$/m);
    expect(out).toMatch(/^right ones rejected +4 of 10 \(12-74 %\) *$/m);
    expect(out).toMatch(/^wrong ones accepted +1 of 2 \(1-99 %\) *$/m);
    expect(out).not.toContain("recovered");
    expect(out.split("\n").at(-1)).toBe(
      "Calibrate the verifier at epsilon 0.1: it rejected 4 of 10 right runs; calibrated so, it would reject 1 of 2 wrong runs.",
    );
  });

  it("tells what is promised of the agent, and what was observed", async () => {
    const { out } = await pilot(db);
    expect(out).toMatch(
      /^Observed: right runs touched: 4 of 10 \(12-74 %\); wrong ones among accepted results: 1 of 7 \(0-58 %\)\.$/m,
    );
    expect(out).not.toContain("Promised");
    const verdicts = SCORES.map((score) => ({ score, right: true }));
    const calibration = at("promising.json");
    await writeVerifierCalibration(
      calibration,
      calibrateVerifier(verdicts, { verifier: "judge-1", epsilon: 0.1 }),
    );
    const json = await pilot(db, "--verifier-calibration", calibration, "--json");
    expect(JSON.parse(json.out)).toMatchObject({
      promises: {
        parts: [],
        promised:
          'Nothing is promised yet: the calibration of "judge-1" is not in force, as the latest run was judged by that verifier\'s own yes or no.',
      },
    });
    const refused = await runHere([
      "pilot",
      "--graph",
      "a.js",
      "--tasks",
      "t",
      "--recovery-calibration",
      "r.json",
    ]);
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("`--db`") });
  });

  it("holds a calibration against them, without the runs that it was made of", async () => {
    const calibration = at("verifier.json");
    const made = ["calibrate", "--verifier", "judge-1", "--db", db, "--epsilon", "0.1", "--out", calibration];
    expect((await runHere(made)).code).toBe(0);
    expect((await pilot(db, "--verifier-calibration", calibration)).out).toContain(
      "Held against 0 runs, none of them labelled right. 12 runs that calibrated it are left out.",
    );
    const verdicts = SCORES.map((score) => ({ score, right: true }));
    const other = at("other.json");
    await writeVerifierCalibration(other, calibrateVerifier(verdicts, { verifier: "judge-1", epsilon: 0.1 }));
    const { out } = await pilot(db, "--verifier-calibration", other);
    expect(out).toContain("With its calibration, at epsilon 0.1:");
    expect(out).toContain("Evidence that its right runs (n = 10) score otherwise");
    expect(out).toMatch(/^0\.2 +0\.1 +1 of 12 \(0-38 %\) +0 of 10 \(0-31 %\) +1 of 2 \(1-99 %\) *$/m);
    await writeVerifierCalibration(other, calibrateVerifier(verdicts, { verifier: "judge-2" }));
    expect((await pilot(db, "--verifier-calibration", other)).out).toContain(
      "No run here has a score of judge-2, the verifier that was calibrated.",
    );
  });

  it("gives the same as JSON", async () => {
    const { out } = await pilot(db, "--json");
    const report = JSON.parse(out);
    expect(report).toMatchObject({
      format: "langgraph-rollback/recorded-pilot",
      version: 1,
      threads: 12,
      more: false,
      notJudged: 0,
      verifiers: [
        { verifier: "judge-1", figures: { rejected: { count: 5, of: 12 }, misses: { count: 1, of: 2 } } },
      ],
      advice: { kind: "calibrate", epsilon: 0.1 },
      toLabel: [],
    });
    await pilot(db, "--json", at("pilot.json"));
    expect(JSON.parse(await readFile(at("pilot.json"), "utf8"))).toEqual(report);
  });

  it("counts no label of runs on which labellers disagree, or that have other steps by now", async () => {
    const labels = at("other.labels.jsonl");
    const store = fileLabelStore(labels);
    const source = await openSource(db);
    const idOf = async (thread: string) => ({
      thread,
      run: (await source.thread(thread))?.runs[0]?.run ?? "",
      attempt: 1,
      convention: RIGHT_OR_WRONG,
    });
    const say = { ...(await idOf("r-0")), steps: 1 };
    await store.add({ ...say, labeller: "ada", verdict: { kind: "right" } });
    await store.add({ ...say, labeller: "grace", verdict: { kind: "wrong" } });
    await store.add({ ...(await idOf("r-1")), steps: 7, labeller: "ada", verdict: { kind: "right" } });
    await source.close();
    const { out } = await pilot(db, "--labels", labels);
    expect(out).toContain("Labellers disagree on 1 attempt.");
    expect(out).toContain("1 labelled attempt has other steps by now.");
    expect(out).not.toContain("right ones rejected");
    expect(out.split("\n").at(-1)).toMatch(/^Observe \d+ more runs to know how often rollback acts/);
  });

  it("shows a fingerprint as text, and no line that it makes up", async () => {
    const other = at("hostile.sqlite");
    const saver = sqlite.open?.(other);
    if (saver === undefined) return;
    await recordJudged(saver, [0.1], "judge\u001B[2J\nLeave rollback on.");
    const { out } = await pilot(other);
    expect(out).toContain("Verifier judge[2J Leave rollback on.:");
    expect(out).not.toMatch(/^Leave/m);
  });

  it("says what to do where no run was judged, as in files of trajectories", async () => {
    const line = { format: "langgraph-rollback/trajectory", version: 1, id: "a", task: "", steps: [] };
    const empty = await file("runs.jsonl", `${JSON.stringify({ ...line, outcome: { ok: false } })}\n`);
    const { code, out } = await pilot(empty);
    expect(code).toBe(0);
    expect(out).toContain("1 run without a verdict on the first attempt.");
    expect(out.split("\n").at(-1)).toBe(
      'Observe runs first, with the mode "observe": no verifier has judged a run here.',
    );
  });

  it.each([
    ["neither runs nor tasks", ["pilot"], "`--db`"],
    ["an agent beside runs", ["pilot", "--db", "runs.sqlite", "--graph", "a.js"], "`--graph` is about tasks"],
    [
      "restarts of nothing",
      ["pilot", "--db", "runs.sqlite", "--no-restart"],
      "`--no-restart` is about tasks",
    ],
  ])("refuses %s", async (_, args, message) => {
    expect(await runHere(args)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
  });

  it("says which file it cannot read", async () => {
    expect(await pilot(at("nowhere.sqlite"))).toMatchObject({
      code: 1,
      err: expect.stringContaining("nowhere.sqlite"),
    });
    expect(await pilot(db, "--verifier-calibration", "none.json")).toMatchObject({
      code: 1,
      err: expect.stringContaining("`--verifier-calibration` none.json"),
    });
    expect(await pilot(db, "--json", at("runs.labels.jsonl"), "--force")).toMatchObject({
      code: 2,
      err: expect.stringContaining("--labels"),
    });
  });
});
