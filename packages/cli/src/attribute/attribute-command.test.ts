import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { calibrate, constantScorer, writeCalibration } from "@langgraph-rollback/attribution";
import {
  isLabelled,
  parseLabelledTraces,
  stringifyTrajectory,
} from "@langgraph-rollback/attribution/trajectory";
import { describe, expect, it } from "vitest";

import { evaluationFixture } from "../fixtures/evaluation-fixture.ts";
import { runCommand } from "../fixtures/run-command.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";

const { at, file } = await scratchFolder();
const failures = parseLabelledTraces(evaluationFixture(12));
const lines = failures.map((failure) => `${stringifyTrajectory(failure)}\n`);
const data = await file("failures.jsonl", lines.join(""));
const one = await file("one.jsonl", lines[3] ?? "");
const attribute = (...args: readonly string[]) => runCommand("attribute", ...args);

await runCommand("calibrate", "--data", data, "--scorer", "position", "--out", at("calibration.json"));

describe("attribute", () => {
  it("prints every step with its score, the set and the promise, within 80 columns", async () => {
    const { code, err, out } = await attribute(one, "--calibration", at("calibration.json"));
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const steps = out.split("\n").filter((line) => /^ +\d+ (planner|worker)/.test(line));
    expect(steps).toHaveLength(failures[3]?.steps.length ?? 0);
    for (const line of steps) expect(line).toMatch(/^ +\d+ \w+ +[█·]{10} \d\.\d\d [# ] \d+ \+ 3 = \d+$/);
    expect(steps[0]).toMatch(/^ +1 /);
    expect(out).toMatch(
      /\n# Set: steps? .* of \d+, 80 % target \(n = 4\)\.\n[^]*80 % is promised on average over failures/,
    );
    expect(Math.max(...steps.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it("gives the same as JSON, of every failure in the files", async () => {
    const { out } = await attribute(data, "--calibration", at("calibration.json"), "--json");
    const found: unknown = JSON.parse(out);
    expect(found).toHaveLength(12);
    expect(found).toMatchObject(failures.map(({ id }) => ({ id, set: { level: 4 / 5 }, n: 4, alpha: 0.2 })));
    await attribute(data, "--json", at("found.json"));
    const written: unknown = JSON.parse(await readFile(at("found.json"), "utf8"));
    expect(written).toMatchObject(failures.map(({ id }) => ({ id, status: "unbounded" })));
  });

  it("says of a drawn rank what it comes to, and what on average", async () => {
    const reused = ["--data", data, "--reuse", at("calibration.json"), "--out", at("reused.json")];
    await runCommand("calibrate", ...reused);
    const { out } = await attribute(one, "--calibration", at("reused.json"));
    expect(out).toMatch(
      /Its rank was drawn: with n = 12 it comes to (76\.9|84\.6) % for this calibration, and to 80 % on average over calibrations\./,
    );
  });

  it("says why the most suspicious step is suspected, in words and in JSON", async () => {
    const { out } = await attribute(one, "--calibration", at("calibration.json"));
    expect(out).toMatch(
      /\nWhy step (\d+), the most suspicious:\n {2}\+\d\.\d\d The step is step \1 of \d+: this scorer goes by where labelled failures went wrong, and by nothing else\.\nShares of the logit, .* times that step's\.$/,
    );
    const json = await attribute(one, "--calibration", at("calibration.json"), "--json");
    expect(JSON.parse(json.out)[0].explanations).toMatchObject([
      { step: expect.any(Number), logit: expect.any(Number), parts: [{ says: expect.any(String) }] },
      {},
      {},
    ]);
    await runCommand("calibrate", "--data", data, "--scorer", "logit", "--out", at("logit.json"));
    const learnt = await attribute(one, "--calibration", at("logit.json"));
    expect(learnt.out).toMatch(
      /the most suspicious:\n( {2}[+−]\d+\.\d\d The step .*\.\n){6} {2}[+−]\d\.\d\d \d+ other/,
    );
  });

  it("promises nothing without a calibration, and what another alpha allows with one", async () => {
    const { err, out } = await attribute(one);
    expect(out).toContain("no bound");
    expect(err).toContain("For one, label failed runs on the inspector's Label page");
    expect(out).toContain("Nothing is promised: any step may be the decisive one.");
    const strict = await attribute(one, "--calibration", at("calibration.json"), "--alpha", "0.05");
    expect(strict.out).toContain("alpha 0.05 needs 19 labelled failures or more");
  });

  it("takes the threads named, and no run that succeeded", async () => {
    const won = {
      ...failures[0],
      id: "won",
      task: "",
      steps: failures[0]?.steps ?? [],
      outcome: { ok: true },
    };
    const { label: _, ...unlabelled } = won;
    const mixed = await file("mixed.jsonl", `${lines[1]}${lines[2]}${stringifyTrajectory(unlabelled)}\n`);
    const ids = async (...args: readonly string[]) => {
      const found: readonly { readonly id: string }[] = JSON.parse(
        (await attribute(mixed, ...args, "--json")).out,
      );
      return found.map(({ id }) => id);
    };
    expect(await ids()).toEqual(["sum-1", "sum-2"]);
    expect(await ids("--thread", "sum-2")).toEqual(["sum-2"]);
    expect(await attribute(mixed, "--thread", "won")).toMatchObject({ code: 1 });
    expect((await attribute(mixed, "--thread", "nobody")).err).toMatch(/holds no thread "nobody"/);
  });

  it("lets a method that asks a language model score, here from a recording", async () => {
    const cassettes = fileURLToPath(new URL("../../cassettes/", import.meta.url));
    const recorded = ["--cassette", `${cassettes}failures.cassette.jsonl`];
    const asked = ["--attributor", "all-at-once", ...recorded, "--json"];
    const { code, out } = await attribute(`${cassettes}failures.jsonl`, ...asked);
    expect(code).toBe(0);
    const [found] = JSON.parse(out);
    expect(found).toMatchObject({ scorerFingerprint: expect.stringContaining("all-at-once") });
    const blaming = found.explanations.flatMap((each: { parts: readonly object[] }) => each.parts);
    expect(blaming).toContainEqual({
      by: "all-at-once",
      says: "blames the step",
      reason: expect.stringMatching(/\w{3}/),
    });
  });

  it("refuses a calibration of another scorer", async () => {
    const args = ["--calibration", at("calibration.json"), "--attributor", "random"];
    expect(await attribute(one, ...args)).toMatchObject({
      code: 1,
      err: expect.stringContaining("[CALIBRATION_MISMATCH]"),
    });
  });

  it("asks for a method where the calibration only names its scorer", async () => {
    const scorer = { ...constantScorer(), fingerprint: "mine", model: undefined };
    const labelled = failures.filter(isLabelled);
    await writeCalibration(at("mine.json"), await calibrate(labelled, { scorer, method: "left" }));
    const { code, err } = await attribute(one, "--calibration", at("mine.json"));
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/only its name: "mine".*`--attributor`/),
    });
  });

  it("shows hostile text as text of one line", async () => {
    const steps = [{ index: 0, agent: "a\u001B[31m", content: "x\u001B]0;gone\u0007\nnext\u202E </script>" }];
    const hostile = {
      id: "h\u001B[2J",
      task: "t\r\n\u0000",
      steps,
      outcome: { ok: false, reason: "\u001B[1A" },
    };
    const { out } = await attribute(await file("hostile.jsonl", `${stringifyTrajectory(hostile)}\n`));
    const [id, failed, step] = out.split("\n");
    expect([id, failed]).toEqual(["h[2J: t", "Failed: [1A"]);
    expect(step).toMatch(/x\]0;gone next <\/script>$/);
    expect(out.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});
