import { seededRandom } from "@langgraph-rollback/attribution/conformal";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { JUDGES } from "../labelled-data/data-sets.ts";
import { measureFewLabels } from "./few-labels.ts";
import { fewLabelsClaims } from "./few-labels-claims.ts";
import { measureFewRightRuns } from "./few-right-runs.ts";

let folder = "";
let file = "";

/** Made-up runs of three domains, two of a task, half of them wrong: each judge finds half of the first mistakes. */
function lines(count: number): string {
  const random = seededRandom(3);
  return Array.from({ length: count }, (_, at) => {
    const length = 3 + Math.floor(6 * random());
    const isWrong = Math.floor(at / 6) % 2 === 0;
    const decisiveStep = Math.floor(length * random());
    const marks = JUDGES.map((judge) => {
      const found = random() < 0.5 ? decisiveStep : Math.floor(length * random());
      const isBlamed = isWrong || random() < 0.1;
      const steps = Array.from({ length }, (__, step) => (isBlamed && step === found ? -1 : 1));
      return [judge, { run: isBlamed ? -1 : 1, steps }] as const;
    });
    const run = {
      id: `run-${at}`,
      subset: `domain-${at % 3}`,
      group: `task-${at % 3}-${Math.floor(at / 6)}`,
      length,
    };
    const known = isWrong ? { outcome: -1, decisiveStep } : { outcome: 1 };
    return `${JSON.stringify({ ...run, ...known, marks: Object.fromEntries(marks) })}\n`;
  }).join("");
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "few-labels-"));
  file = path.join(folder, "marks.jsonl");
  writeFileSync(file, lines(144));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("measureFewLabels", () => {
  it("measures both ways to read marks, together and alone, by weights of other domains", async () => {
    const figures = await measureFewLabels({
      kind: "few-labels",
      file,
      labels: 10,
      domains: 1,
      draws: 2,
      seed: 1,
    });
    expect(figures.map(({ by, judges, selections }) => [judges, by, selections])).toEqual([
      ["together", "weights", 3],
      ["together", "ensemble", 3],
      ["alone", "weights", 3],
      ["alone", "ensemble", 3],
    ]);
    const [weights, fitted] = figures.map(({ methods }) => methods.interval?.removalRate.mean ?? Number.NaN);
    expect(weights).toBeGreaterThan(fitted ?? 1);
  });

  it("leaves out domains with fewer failures than labels", async () => {
    const job = { kind: "few-labels", file, domains: 1, draws: 1, seed: 1 } as const;
    const [most] = await measureFewLabels({ ...job, labels: 22 });
    expect(most?.selections).toBe(3);
    await expect(measureFewLabels({ ...job, labels: 24 })).rejects.toThrow("Expected at least one split");
  });
});

describe("measureFewRightRuns", () => {
  it("catches more with a drawn rank than with one that is rounded up", async () => {
    const job = { kind: "few-right-runs", file, right: 30, draws: 20, seed: 1 } as const;
    const [rounded, drawn] = await measureFewRightRuns(job);
    expect([rounded?.rank, drawn?.rank]).toEqual(["rounded", "drawn"]);
    expect(drawn?.caught.mean).toBeGreaterThanOrEqual(rounded?.caught.mean ?? 1);
    expect(drawn?.rejected.mean).toBeGreaterThanOrEqual(rounded?.rejected.mean ?? 1);
  });
});

describe("the claims about few labels", () => {
  it("are missed where figures fall short", () => {
    const figure = (mean: number) => ({ mean, std: 0, standardError: 0 });
    const setsOf = (removed: number) => {
      const figures = {
        coverage: figure(0.8),
        removalRate: figure(removed),
        rollbackCoverage: figure(0.8),
        redoCost: figure(0.5),
      };
      return [10, 20, 50].map((labels) => ({
        kind: "few-labels" as const,
        labels,
        domains: 1,
        draws: 1,
        judges: "together" as const,
        by: "weights" as const,
        selections: 1,
        methods: { interval: figures, suffix: figures },
      }));
    };
    expect(fewLabelsClaims(setsOf(0.57), []).map(({ holds }) => holds)).toEqual([true, true, false, false]);
    expect(fewLabelsClaims(setsOf(0.55), []).map(({ holds }) => holds)).toEqual([false, true, false, false]);
    expect(fewLabelsClaims([], [])).toEqual([]);
  });
});
