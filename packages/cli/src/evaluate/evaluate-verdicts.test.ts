import { seededRandom } from "@langgraph-rollback/attribution/conformal";
import { describe, expect, it } from "vitest";

import { runHere } from "../fixtures/run-here.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";

const { file } = await scratchFolder();

/** Three runs of each task. One model is right in most runs, one guesses at random, and one does not answer about every third run. */
function opinions(tasks: number): string {
  const random = seededRandom(4);
  return Array.from({ length: tasks * 3 }, (_, at) => {
    const outcome = random() < 0.5 ? 1 : -1;
    const keen = random() < 0.85 ? outcome : -outcome;
    const lots = random() < 0.5 ? 1 : -1;
    const steps = (mark: number) => [1, random() < 0.5 ? mark : 1, mark];
    const marks = {
      keen: { run: keen, steps: steps(keen) },
      lots: { run: lots, steps: steps(lots) },
      shy: at % 3 === 0 ? null : { run: keen, steps: steps(lots) },
    };
    const decided = at % 50 === 49 ? 0 : outcome;
    return `${JSON.stringify({ id: `run-${at}`, meta: { task: Math.floor(at / 3) }, length: 3, outcome: decided, marks })}\n`;
  }).join("");
}

const marks = await file("verdicts.jsonl", opinions(80));
const evaluate = (...args: readonly string[]) =>
  runHere(["evaluate", "--marks", marks, "--verdicts", "--splits", "20", ...args]);

interface Figure {
  readonly mean: number;
  readonly standardError: number;
}
interface Figures {
  readonly rejected: Figure;
  readonly caught: Figure;
}
interface Report {
  readonly n: number;
  readonly right: number;
  readonly units: number;
  readonly results: readonly {
    readonly name: string;
    readonly models: readonly string[];
    readonly uncalibrated: Figures;
    readonly calibrated: readonly (Figures & { readonly epsilon: number })[];
  }[];
}

describe("evaluate --marks --verdicts", () => {
  it("measures each model and all together as verifiers, on runs that are right or wrong", async () => {
    const { code, out } = await evaluate("--json", "--split-by", "meta.task");
    expect(code).toBe(0);
    const { n, results, right, units }: Report = JSON.parse(out);
    expect({ n, units }).toEqual({ n: 236, units: 80 });
    expect(right).toBeGreaterThan(90);
    expect(results.map(({ name }) => name)).toEqual(["keen", "lots", "shy", "all 3 together"]);
    for (const { calibrated } of results)
      for (const { epsilon, rejected } of calibrated)
        expect(rejected.mean).toBeLessThanOrEqual(epsilon + 2 * rejected.standardError);
    const [keen, lots] = results;
    expect(keen?.uncalibrated.rejected.mean).toBeGreaterThan(0.08);
    expect(keen?.uncalibrated.caught.mean).toBeGreaterThan(0.75);
    const caught = results.map(({ calibrated }) => calibrated.at(-1)?.caught.mean ?? 0);
    expect(caught[0]).toBeGreaterThan((caught[1] ?? 1) + 0.2);
    expect(lots?.uncalibrated.caught.mean).toBeLessThan(0.65);
  });

  it("prints a table for each epsilon, and one of the models' own yes and no", async () => {
    const { out } = await evaluate("--models", "keen,lots");
    expect(out).toContain("236 runs, ");
    expect(out).toContain("a third fits, a third calibrates, a third is judged.");
    expect(out).toMatch(/^by their own yes or no +Right rejected +Wrong caught/m);
    expect(out.match(/^calibrated, epsilon 0\.\d+/gm)).toHaveLength(3);
    expect(out).toMatch(/^all 2 together +0\.\d{3}±0\.\d{3} +0\.\d{3}±0\.\d{3}/m);
    expect(out.split("\n").every((line) => line.trimEnd().length <= 80)).toBe(true);
  });

  it("gives the same figures again for the same seed, and others for another one", async () => {
    const figures = async (seed: string) =>
      (await evaluate("--json", "--seed", seed, "--models", "keen")).out;
    expect(await figures("3")).toBe(await figures("3"));
    expect(await figures("3")).not.toBe(await figures("4"));
  });

  it("refuses what it cannot measure", async () => {
    expect(await evaluate("--models", "nobody")).toMatchObject({
      code: 1,
      err: expect.stringContaining('got "nobody"'),
    });
    expect(await evaluate("--split-by", "nothing")).toMatchObject({
      code: 1,
      err: expect.stringContaining("`nothing`"),
    });
    expect(await evaluate("--alpha", "0.1")).toMatchObject({ code: 2 });
    expect(await runHere(["evaluate", "--data", marks, "--verdicts"])).toMatchObject({ code: 2 });
    const rightOnly = await file(
      "right.jsonl",
      '{"id":"x","outcome":1,"marks":{"a":{"run":1,"steps":[1]}}}\n',
    );
    expect(await runHere(["evaluate", "--marks", rightOnly, "--verdicts"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("got 1 and 0"),
    });
  });
});
