import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { evaluationFixture } from "../../fixtures/evaluation-fixture.ts";
import { runHere } from "../../fixtures/run-here.ts";

const folder = await mkdtemp(path.join(tmpdir(), "attributor-usage-"));
afterAll(() => rm(folder, { recursive: true }));

const data = path.join(folder, "failures.jsonl");
await writeFile(data, evaluationFixture(2));

describe("a command line that makes no sense ends with 2 and says why", () => {
  it.each([
    [["--attributor", "all-at-once"], "Expected `OPENAI_API_KEY` or `OPENAI_BASE_URL` in the environment"],
    [["--attributor", "oracle"], 'got "oracle"'],
    [["--attributor", "joint+oracle"], 'got "joint+oracle"'],
    [["--attributor", "random", "--scorer", "logit"], "`evaluate --attributor` does not read `--scorer`"],
    [["--attributor", "random", "--only", "big"], "`--only` needs `--group`"],
    [["--attributor", "random", "--price", "1"], "two numbers as in 0.15:0.6"],
    [["--attributor", "joint", "--cassette", "a", "--record", "b"], "not both"],
    [["--attributor", "random", "--concurrency", "0"], "whole number from 1"],
  ])("%j", async (args, message) => {
    const { code, err, out } = await runHere(["evaluate", "--data", data, ...args]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(message);
  });

  it("and so does a setting that the data cannot have", async () => {
    const without = path.join(folder, "without.jsonl");
    await writeFile(without, evaluationFixture(2).replaceAll(/"groundTruth":"[^"]*",/g, ""));
    const { code, err } = await runHere([
      "evaluate",
      "--data",
      without,
      "--attributor",
      "random",
      "--ground-truth",
      "with",
    ]);
    expect(code).toBe(2);
    expect(err).toContain("a field `groundTruth`; the data has none");
  });
});

it("a group that nobody has ends with 1", async () => {
  const { code, err } = await runHere([
    "evaluate",
    "--data",
    data,
    "--attributor",
    "random",
    "--group",
    "subset",
    "--only",
    "huge",
  ]);
  expect(code).toBe(1);
  expect(err).toContain('whose `subset` is "huge"');
});
