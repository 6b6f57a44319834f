import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { findingOf } from "../archive/figures-archive.ts";
import { keptFindings } from "../archive/figures-file.ts";
import { generatedPart } from "../documents/generated-part.ts";
import { callsMarkdown } from "./calls/calls-experiment.ts";
import { choiceChart } from "./choice/choice-chart.ts";
import { choiceMarkdown } from "./choice/choice-tables.ts";
import { coverageChart } from "./coverage-and-removal/coverage-chart.ts";
import { coverageMarkdown } from "./coverage-and-removal/coverage-experiment.ts";
import type { Claim } from "./experiment.ts";
import { dataMarkdown } from "./labelled-data/data-experiment.ts";
import { labelsMarkdown } from "./first-labels/labels-experiment.ts";
import { marksMarkdown } from "./marks/marks-experiment.ts";
import { plantingMarkdown } from "./planting/planting-experiment.ts";
import { rightRunsMarkdown } from "./right-runs/right-runs-experiment.ts";
import { rollbackMarkdown } from "./rollback/rollback-experiment.ts";
import { sweepsMarkdown } from "./sweeps/sweeps-experiment.ts";

const read = (file: string): string =>
  readFileSync(new URL(`../../../../docs/${file}`, import.meta.url), "utf8");
const document = read("benchmarks.md");
const findings = keptFindings();
const kept = (name: string): string => JSON.stringify(findingOf(findings, name));

/** Experiments by name, and what makes their part of the document from their figures. */
const PARTS = [
  { name: "coverage", written: (json: string): string => coverageMarkdown(JSON.parse(json).figures) },
  { name: "calls", written: (json: string): string => callsMarkdown(JSON.parse(json).figures) },
  { name: "data", written: (json: string): string => dataMarkdown(JSON.parse(json).figures) },
  { name: "marks", written: (json: string): string => marksMarkdown(JSON.parse(json).figures) },
  { name: "planting", written: (json: string): string => plantingMarkdown(JSON.parse(json).figures) },
  {
    name: "rollback",
    written: (json: string): string => rollbackMarkdown(JSON.parse(json).figures, JSON.parse(json).claims),
  },
  {
    name: "first-labels",
    written: (json: string): string => labelsMarkdown(JSON.parse(json).figures, JSON.parse(json).claims),
  },
  { name: "choice", written: (json: string): string => choiceMarkdown(JSON.parse(json).figures) },
  { name: "right-runs", written: (json: string): string => rightRunsMarkdown(JSON.parse(json).figures) },
  {
    name: "sweeps",
    written: (json: string): string => sweepsMarkdown(JSON.parse(json).figures, JSON.parse(json).claims),
  },
];

describe.each(PARTS)("docs/benchmarks.md, $name", ({ name, written }) => {
  const json = kept(name);

  it("says what the kept figures say", () => {
    expect(generatedPart(document, name)).toBe(written(json));
  });

  it("names the seed and the commit of these figures", () => {
    const { commit, seed }: { readonly commit: string; readonly seed: number } = JSON.parse(json);
    expect(document).toContain(`<!-- bench ${name} seed ${seed} commit ${commit} -->`);
  });

  it("calls no claim open that holds", () => {
    const { claims }: { readonly claims: readonly Claim[] } = JSON.parse(json);
    expect(claims.filter(({ holds, isOpen }) => holds && isOpen === true)).toEqual([]);
  });

  it("claims nothing that the figures refute, but for what it names as missed", () => {
    const { claims }: { readonly claims: readonly Claim[] } = JSON.parse(json);
    expect(claims.length).toBeGreaterThan(0);
    const refuted = claims.filter(({ holds, isOpen }) => !holds && isOpen !== true);
    expect(refuted.filter(({ sentence }) => !document.includes(`- missed: ${sentence}`))).toEqual([]);
  });
});

it("the chart of coverage is drawn from the kept figures", () => {
  expect(read("benchmarks/coverage.svg")).toBe(coverageChart(JSON.parse(kept("coverage")).figures));
});

it("the map of choices is drawn from the kept figures", () => {
  expect(read("benchmarks/choice.svg")).toBe(choiceChart(JSON.parse(kept("choice")).figures));
});
