import { readFile } from "node:fs/promises";
import { seededRandom } from "@langgraph-rollback/attribution/conformal";
import { describe, expect, it } from "vitest";
import { evaluationFixture } from "../fixtures/evaluation-fixture.ts";
import { runHere } from "../fixtures/run-here.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";

const { file } = await scratchFolder();

/** A model finds the mistake in most runs, another one never. A third one did not answer about the first run. */
function opinions(count: number): string {
  const random = seededRandom(9);
  return Array.from({ length: count }, (_, at) => {
    const length = 4 + Math.floor(random() * 6);
    const decisiveStep = Math.floor(random() * length);
    const found = random() < 0.8 ? decisiveStep : Math.floor(random() * length);
    const steps = Array.from({ length }, (__, step) => (step === found ? -1 : 1));
    const blind = Array.from({ length }, () => 1);
    const marks = {
      keen: { run: -1, steps },
      blind: { run: 1, steps: blind },
      shy: at === 0 ? null : { run: -1, steps },
    };
    const task = `task-${Math.floor(at / 2)}`;
    return `${JSON.stringify({ id: `run-${at}`, subset: at % 3 === 0 ? "x" : "y", task, length, decisiveStep, marks })}\n`;
  }).join("");
}

const marks = await file("marks.jsonl", opinions(40));
const evaluate = (...args: readonly string[]) =>
  runHere(["evaluate", "--marks", marks, "--splits", "4", "--methods", "interval,suffix", ...args]);

interface Figures {
  readonly [method: string]: {
    readonly removalRate: { readonly mean: number; readonly standardError: number };
  };
}
interface Result {
  readonly name: string;
  readonly fitted: number;
  readonly calibrated: number;
  readonly guarantee: string;
  readonly models: readonly string[];
  readonly methods: Figures;
}

describe("evaluate --marks", () => {
  it("draws coverage, removal and redo cost of each model with `--svg`", async () => {
    const svg = await file("marks.svg", "");
    const { code, out } = await evaluate("--json", "--force", "--svg", svg);
    expect(code).toBe(0);
    const drawing = await readFile(svg, "utf8");
    for (const text of ["Coverage", "Removed: 1 - |C| / l", "position", "keen", "all 2 together", "suffix"])
      expect(drawing).toContain(`>${text}</text>`);
    // Three figures of four scorers' two shapes, and two marks of the legend.
    expect(drawing.match(/transform="translate\([\d.]+ [\d.]+\)" fill="#/g)).toHaveLength(3 * 4 * 2 + 2);
    const { results }: { results: readonly Result[] } = JSON.parse(out);
    const { mean, standardError } = results[1]?.methods["interval"]?.removalRate ?? {
      mean: Number.NaN,
      standardError: Number.NaN,
    };
    const [lower, upper] = [mean - 1.96 * standardError, Math.min(1, mean + 1.96 * standardError)];
    expect(drawing).toMatch(
      new RegExp(`d="M${(lower * 290).toFixed(2)} [\\d.]+H${(upper * 290).toFixed(2)}"`),
    );
    expect(drawing).not.toMatch(/NaN|undefined/);
  });

  it("measures each model, all together and positions, with standard errors, and leaves out who was silent", async () => {
    const { code, err, out } = await evaluate("--json", "--split-by", "task");
    expect(code).toBe(0);
    expect(err).toBe("Left out shy: no opinion on some labelled run.");
    const figures: { n: number; units: number; splitBy: string; results: readonly Result[] } =
      JSON.parse(out);
    expect(figures).toMatchObject({ n: 40, units: 20, splitBy: "task" });
    expect(figures.results.map(({ models, name }) => [name, models])).toEqual([
      ["position", []],
      ["keen", ["keen"]],
      ["blind", ["blind"]],
      ["all 2 together", ["keen", "blind"]],
    ]);
    const removed = figures.results.map(({ methods }) => methods["interval"]?.removalRate);
    for (const rate of removed) expect(rate?.standardError).toBeGreaterThan(0);
    const [position = 1, keen = 0, blind = 1] = removed.map((rate) => rate?.mean);
    expect(keen).toBeGreaterThan(blind + 0.2);
    expect(keen).toBeGreaterThan(position + 0.2);
  });

  it("reads marks by the weights that ship where labels are few, so that all of them calibrate", async () => {
    const { out } = await evaluate("--json", "--cross");
    const { results }: { results: readonly Result[] } = JSON.parse(out);
    expect(
      results.map(({ calibrated, fitted, guarantee, name }) => [name, fitted, calibrated, guarantee]),
    ).toEqual([
      ["position", 20, 20, "approximate"],
      ["keen", 0, 20, "exact"],
      ["blind", 0, 20, "exact"],
      ["all 2 together", 0, 20, "exact"],
    ]);
    const told = await evaluate("--models", "keen");
    expect(told.out).toContain("11 fit, 9 calibrate, 20 are predicted.");
    expect(told.out).toContain("Marks read by weights that ship: none fit, 20 calibrate, 20 are predicted.");
    expect(told.out).toContain("With fewer than 100 labels in a half, marks are read by weights that ship.");
  });

  it("fits an ensemble in each split from 100 labels on", async () => {
    const many = await file("many.jsonl", opinions(200));
    const args = ["evaluate", "--marks", many, "--splits", "1", "--methods", "suffix", "--models", "keen"];
    const { results }: { results: readonly Result[] } = JSON.parse((await runHere([...args, "--json"])).out);
    expect(results.map(({ fitted }) => fitted)).toEqual([51, 51]);
    const { out } = await runHere(args);
    expect(out).not.toContain("weights that ship");
    expect(out).toContain("What is fitted weighs each model's opinions with positions and local features.");
  });

  it("prints a table for each method, and one for each group with `--group`", async () => {
    const { out } = await evaluate("--models", "blind,keen", "--group", "subset", "--small-groups", "pooled");
    expect(out).toContain("40 labelled trajectories, 4 random even splits (seed 1):");
    expect(out).toMatch(/^interval +Coverage +Removed +Rollback cov\. +Redo cost/m);
    expect(out).toMatch(/^all 2 together +0\.\d{3}±0\.\d{3}/m);
    expect(out).toMatch(/^keen +x +\d\.\d{3}±\d\.\d{3}/m);
    expect(out.split("\n").filter((line) => line.trimEnd().length > 80).length).toBeLessThanOrEqual(1);
  });

  it("takes trajectories of `--data` that there are opinions on", async () => {
    const lines = evaluationFixture(24).trim().split("\n");
    const said = lines.slice(0, 20).map((line) => {
      const { id, steps }: { id: string; steps: readonly unknown[] } = JSON.parse(line);
      return `${JSON.stringify({ id, scores: { even: steps.map(() => 0.5) } })}\n`;
    });
    const data = await file("failures.jsonl", evaluationFixture(24));
    const scores = await file("scores.jsonl", said.join(""));
    const args = ["--data", data, "--marks", scores, "--splits", "2", "--methods", "suffix", "--json"];
    const { err, out } = await runHere(["evaluate", ...args]);
    expect(err).toMatch(
      /^Left out 4 trajectories without an opinion\.\nwarning: 20 labelled trajectories say little: /,
    );
    expect(JSON.parse(out)).toMatchObject({ n: 20, results: [{ name: "position" }, { name: "even" }] });
  });

  it("refuses what it cannot measure", async () => {
    expect(await evaluate("--models", "nobody")).toMatchObject({
      code: 1,
      err: expect.stringContaining('got "nobody"'),
    });
    expect(await evaluate("--scorer", "logit")).toMatchObject({ code: 2 });
    expect(await evaluate("--models", "a,a")).toMatchObject({ code: 2 });
    const bad = await file("bad.jsonl", '{"id":"x","marks":{"a":{"steps":[3]}}}\n');
    expect(await runHere(["evaluate", "--marks", bad])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/bad\.jsonl: Opinions \(line 1, `marks\.a\.steps\.0`\)/),
    });
    expect(await evaluate("--split-by", "nothing")).toMatchObject({ code: 1 });
  });
});
