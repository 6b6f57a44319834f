import { readVerifierCalibration } from "@langgraph-rollback/attribution";
import { fileLabelStore } from "@langgraph-rollback/inspector";
import { RIGHT_OR_WRONG } from "@langgraph-rollback/inspector/shared";
import { beforeAll, describe, expect, it } from "vitest";

import { labelJudged, recordJudged } from "../fixtures/judged-database.ts";
import { runHere } from "../fixtures/run-here.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { sqlite } from "../fixtures/sqlite.ts";

const { at } = await scratchFolder();
const db = at("runs.sqlite");

/** Ten right runs, of which the verifier rejects four, and two wrong ones. */
const SCORES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 0.05, 0.95];
const isRight = (thread: string): boolean => Number(thread.slice(2)) < 10;

const calibrate = (...args: readonly string[]) => runHere(["calibrate", "--verifier", "judge-1", ...args]);

describe.skipIf(sqlite.open === undefined)(`calibrate --verifier --db${sqlite.missing}`, () => {
  beforeAll(async () => {
    const saver = sqlite.open?.(db);
    if (saver === undefined) return;
    await recordJudged(saver, SCORES, "judge-1");
    await labelJudged(db, at("runs.labels.jsonl"), isRight);
  });

  it("calibrates on the runs that were judged in the inspector, accepted and rejected alike", async () => {
    const out = at("verifier.json");
    const ended = await calibrate("--db", db, "--epsilon", "0.1", "--out", out);
    expect(ended).toMatchObject({ code: 0, err: "" });
    expect(ended.out).toContain("Verifier judge-1: 10 right and 2 wrong runs.");
    expect(ended.out).toContain("Runs that score below 0.1 are rejected; of right runs at most 9.09 % are");
    const { verdicts } = await readVerifierCalibration(out);
    expect(verdicts.map(({ score }) => score).toSorted((a, b) => a - b)).toEqual(
      SCORES.toSorted((a, b) => a - b),
    );
  });

  it("says what it leaves out, and fails where nothing is left", async () => {
    const labels = at("other.labels.jsonl");
    const gone = { thread: "gone", run: "r", attempt: 1, steps: 1, labeller: "ada" };
    await fileLabelStore(labels).add({ ...gone, verdict: { kind: "right" }, convention: RIGHT_OR_WRONG });
    const ended = await calibrate("--db", db, "--labels", labels, "--out", at("none.json"));
    expect(ended.code).toBe(1);
    expect(ended.err).toContain('Left out the run of thread "gone": it is not there.');
    expect(ended.err).toContain("got none of the 1 labels there");
    const other = ["calibrate", "--verifier", "judge-2", "--db", db, "--out", at("other.json")];
    expect((await runHere(other)).err).toContain(
      'Left out the run of thread "r-0": another verifier judged it.',
    );
  });

  it.each([
    ["two places", ["--db", "runs.sqlite", "--verdicts", "v.jsonl"], "`--verdicts`"],
    ["labels of no database", ["--verdicts", "v.jsonl", "--labels", "l.jsonl"], "`--db`"],
    [
      "groups of runs",
      ["--db", "runs.sqlite", "--group", "kind"],
      "`labelledVerdicts` takes a function `group`",
    ],
    ["a convention of steps", ["--db", "runs.sqlite", "--convention", "first-slip"], "--convention"],
  ])("refuses %s", async (_, args, message) => {
    expect(await calibrate(...args)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
  });

  it.each([
    ["calibrate", "--db"],
    ["export", "--labels"],
  ])("keeps its labels apart from those of decisive steps, which %s reads", async (command, option) => {
    const where = command === "export" ? [db, option] : [option, db];
    const ended = await runHere([command, ...where, "--convention", "right-or-wrong"]);
    expect(ended).toMatchObject({
      code: 2,
      err: expect.stringContaining("`calibrate --verifier` takes them"),
    });
    expect(await runHere([command, ...where, "--convention", ""])).toMatchObject({ code: 2 });
  });

  it("does not write over the labels", async () => {
    const ended = await calibrate("--db", db, "--out", at("runs.labels.jsonl"), "--force");
    expect(ended).toMatchObject({ code: 2, err: expect.stringContaining("--labels") });
  });
});
