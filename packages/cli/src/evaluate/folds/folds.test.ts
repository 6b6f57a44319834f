import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FitScorer } from "@langgraph-rollback/attribution";
import type { LabelledTrajectory } from "@langgraph-rollback/attribution/trajectory";
import { afterAll, describe, expect, it } from "vitest";
import { evaluationFixture } from "../../fixtures/evaluation-fixture.ts";
import { runHere } from "../../fixtures/run-here.ts";
import { crossValidate } from "./cross-validate.ts";
import { foldFigures } from "./fold-figures.ts";
import { shareAmongFirst } from "./share-among-first.ts";

/** Scores a step by the share of the labels learnt from that stand there. */
const byLabels: FitScorer = (labelled) => ({
  fingerprint: "by-labels",
  shares: true,
  model: { kind: "constant" },
  score: async ({ steps }) =>
    steps.map((_, at) => labelled.filter(({ label }) => label.decisiveStep === at).length / labelled.length),
});

const failure = (id: string, decisiveStep: number, group: string): LabelledTrajectory => ({
  id,
  task: "",
  group,
  steps: [0, 1, 2, 3].map((index) => ({ index, agent: "a", content: "" })),
  label: { decisiveStep },
});

/** Two runs of one problem that fail at the first step, as does one of another problem; a third problem fails at the third step. */
const labelled = [
  failure("a", 0, "easy"),
  failure("b", 0, "hard"),
  failure("c", 0, "easy"),
  failure("d", 2, "hard"),
];
const units = ["one", "one", "two", "three"];

const scored = (folds: number, seed = 1, splits = 3) =>
  crossValidate({ labelled, units }, byLabels, { folds, seed, splits }, async () => {});

describe("shareAmongFirst", () => {
  it("counts the steps that score above, and takes equal ones in random order", () => {
    const scores = [0.4, 0.1, 0.4, 0.1];
    expect([1, 2, 3].map((most) => shareAmongFirst(scores, 0, most))).toEqual([0.5, 1, 1]);
    expect([1, 2, 3, 4].map((most) => shareAmongFirst(scores, 3, most))).toEqual([0, 0, 0.5, 1]);
  });
});

describe("crossValidate", () => {
  it("learns from other problems alone", async () => {
    const [draw = []] = await scored(3);
    // By hand: a and b learn from c and d, c from a, b and d, and d from a, b and c.
    expect(draw.map(({ stepScores }) => stepScores)).toEqual([
      [0.5, 0, 0.5, 0],
      [0.5, 0, 0.5, 0],
      [2 / 3, 0, 1 / 3, 0],
      [1, 0, 0, 0],
    ]);
  });

  it("draws the folds by the seed, anew each time", async () => {
    const draws = await scored(2, 1, 12);
    expect(await scored(2, 1, 12)).toEqual(draws);
    expect(new Set(draws.map((draw) => JSON.stringify(draw))).size).toBeGreaterThan(1);
  });
});

describe("foldFigures", () => {
  it("gives the shares that one counts by hand, of all and of each group", async () => {
    const figures = foldFigures({ labelled, units }, await scored(3), 1);
    const shares = figures.map(({ group, n, top, units: different }) => ({
      group,
      n,
      different,
      shares: top.map(({ chance, share }) => [share.mean, chance]),
    }));
    // Top-1: a and b .5 each, c 1, d 0. Top-3: a, b and c 1, d 2/3, as three equal steps share two places.
    expect(shares).toEqual([
      {
        group: null,
        n: 4,
        different: 3,
        shares: [
          [0.5, 0.25],
          [11 / 12, 0.75],
        ],
      },
      {
        group: "easy",
        n: 2,
        different: 2,
        shares: [
          [0.75, 0.25],
          [1, 0.75],
        ],
      },
      {
        group: "hard",
        n: 2,
        different: 2,
        shares: [
          [0.25, 0.25],
          [5 / 6, 0.75],
        ],
      },
    ]);
  });

  it("draws intervals over problems, not over their runs", async () => {
    const same = ["one", "one", "one", "one"];
    const [all] = foldFigures({ labelled, units: same }, await scored(3), 1);
    expect(all?.top[0]?.interval).toEqual({ lower: 0.5, upper: 0.5 });
  });
});

describe("evaluate --folds", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "folds-"));
  afterAll(() => rm(folder, { recursive: true }));
  const data = path.join(folder, "failures.jsonl");
  await writeFile(data, evaluationFixture(12));
  const folds = (...args: readonly string[]) =>
    runHere(["evaluate", "--data", data, "--scorer", "position", "--splits", "2", ...args]);

  it("prints a row for all and for each group, no line over 80 characters", async () => {
    const { code, err, out } = await folds("--folds", "3", "--group", "meta.size", "--split-by", "task");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("12 labelled trajectories in 3 folds, drawn 2 times (seed 1). Scorer: position.");
    expect(out).toMatch(/^all +12 +12 +\d\.\d{3} +\d\.\d{3}-\d\.\d{3} /m);
    expect(out).toMatch(/^big +\d+ /m);
    expect(out.split("\n").filter((line) => line.trimEnd().length > 80)).toEqual([]);
    expect(out).not.toContain("Theirs");
  });

  it("puts figures of other tools beside those of Who&When's parts, as theirs", async () => {
    const parted = path.join(folder, "parted.jsonl");
    const text = evaluationFixture(12).split("\n");
    const parts = ["hand-crafted", "algorithm-generated"];
    await writeFile(parted, text.map((line, at) => line.replace('"sums"', `"${parts[at % 2]}"`)).join("\n"));
    const { out } = await runHere(["evaluate", "--data", parted, "--folds", "3", "--group", "subset"]);
    expect(out).toContain("not measured here, and not of the same traces");
    expect(out).toMatch(/^a strong model +hand-crafted +0\.241 +0\.362/m);
    expect(out).toMatch(/^rules only +algorithm-generated +0\.214 +0\.333/m);
  });

  it("gives the same JSON for the same seed", async () => {
    const [first, again] = await Promise.all([
      folds("--folds", "3", "--json"),
      folds("--folds", "3", "--json", "--seed", "1"),
    ]);
    expect(JSON.parse(first.out)).toMatchObject({ folds: 3, splits: 2, scorer: "position", seed: 1 });
    expect(again.out).toBe(first.out);
  });

  it.each([
    [["--folds", "1"], 2, "whole number from 2"],
    [["--folds", "3", "--cross"], 2, "`evaluate --folds` does not read `--cross`"],
    [["--folds", "3", "--alpha", "0.1"], 2, "`evaluate --folds` does not read `--alpha`"],
    [["--folds", "13"], 1, "at most 12"],
  ])("%j is refused", async (args, status, message) => {
    const { code, err, out } = await folds(...args);
    expect({ code, out }).toEqual({ code: status, out: "" });
    expect(err).toContain(message);
  });
});
