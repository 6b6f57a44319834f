import { readVerifierCalibration } from "@langgraph-rollback/attribution";
import { describe, expect, it } from "vitest";
import { runHere } from "../fixtures/run-here.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";

const { at, file } = await scratchFolder();

const line = (score: number, right: boolean, kind = "a"): string =>
  `${JSON.stringify({ id: score, score, right, kind })}\n`;
const right = Array.from({ length: 40 }, (_, index) => line((index + 1) / 100, true)).join("");
const wrong = [0.005, 0.015, 0.5].map((score) => line(score, false)).join("");
const verdicts = await file("verdicts.jsonl", `${right}\n${wrong}`);

const calibrate = (...args: readonly string[]) =>
  runHere(["calibrate", "--verifier", "judge-1", "--verdicts", verdicts, ...args]);

describe("calibrate --verifier", () => {
  it("writes the file that calibratedVerifier takes, and says what it promises and catches", async () => {
    const out = at("verifier.json");
    const ended = await calibrate("--out", out);
    expect(ended).toMatchObject({ code: 0, err: "" });
    expect(ended.out).toContain("Verifier judge-1: 40 right and 3 wrong runs.");
    expect(ended.out).toContain(
      "Runs that score below 0.02 are rejected; of right runs at most 4.88 % are (n = 40), and 5 % on average over calibrations.",
    );
    expect(ended.out).toMatch(/^0\.01 +- +0 of 3/m);
    expect(ended.out).toMatch(/^0\.05 +0\.02 +2 of 3/m);
    const calibration = await readVerifierCalibration(out);
    expect(calibration).toMatchObject({ verifierFingerprint: "judge-1", n: 40, epsilon: 0.05 });
    expect(await calibrate("--out", out)).toMatchObject({ code: 2 });
  });

  it("takes epsilon, delta and groups, and gives the figures as JSON", async () => {
    const grouped = await file("grouped.jsonl", right + line(0.7, true, "b"));
    const files = ["--verdicts", grouped, "--out", at("grouped.json"), "--json"];
    const goal = ["--epsilon", "0.1", "--delta", "0.1", "--group", "kind"];
    const ended = await runHere(["calibrate", "--verifier", "judge-1", ...files, ...goal]);
    expect(JSON.parse(ended.out)).toMatchObject({
      epsilon: 0.1,
      promises: [
        expect.stringMatching(/^Group "a": Runs that score below/),
        expect.stringMatching(/^Group "b": No run is rejected, as 1 right run is labelled/),
      ],
    });
    expect(await readVerifierCalibration(at("grouped.json"))).toMatchObject({ delta: 0.1, n: 41 });
  });

  it.each([
    ["no verdicts", ["calibrate", "--verifier", "judge-1"], 2, "`--verdicts`"],
    ["verdicts of nobody", ["calibrate", "--verdicts", "verdicts.jsonl"], 2, "`--verifier`"],
    ["a miss rate", ["calibrate", "--verifier", "j", "--verdicts", "v", "--alpha", "0.1"], 2, "--alpha"],
  ])("refuses %s", async (_, args, code, message) => {
    expect(await runHere(args)).toMatchObject({ code, err: expect.stringContaining(message) });
  });

  it("names the line that is no verdict", async () => {
    const bad = await file("bad.jsonl", `${line(1, true)}{"score": "high", "right": true}\n`);
    const args = ["calibrate", "--verifier", "judge-1", "--out", at("never.json"), "--verdicts"];
    expect(await runHere([...args, bad])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/bad\.jsonl, line 2: .*`score`/),
    });
    expect(await runHere([...args, await file("empty.jsonl", "\n")])).toMatchObject({ code: 1 });
    expect(await runHere([...args, verdicts, "--group", "nothing"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("`nothing`"),
    });
  });
});
