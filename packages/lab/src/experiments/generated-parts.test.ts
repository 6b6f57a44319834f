import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { findingOf } from "../archive/figures-archive.ts";
import { keptFindings } from "../archive/figures-file.ts";
import { generatedPart } from "../documents/generated-part.ts";
import { alarmChart } from "./alarm/alarm-chart.ts";
import { alarmMarkdown, alarmSummary } from "./alarm/alarm-tables.ts";
import { callsMarkdown, callsSummary } from "./calls/calls-experiment.ts";
import { choiceChart } from "./choice/choice-chart.ts";
import { CHOICE_SUMMARY, choiceMarkdown } from "./choice/choice-tables.ts";
import { coverageChart } from "./coverage-and-removal/coverage-chart.ts";
import { coverageMarkdown, coverageSummary } from "./coverage-and-removal/coverage-experiment.ts";
import { growthMarkdown, growthSummary } from "./growth/growth-experiment.ts";
import { dataMarkdown, dataSummary } from "./labelled-data/data-experiment.ts";
import { heldMailMarkdown } from "./held-mail/held-mail-experiment.ts";
import { learningMarkdown } from "./learning/learning-tables.ts";
import { changeMarkdown } from "./model-change/change-tables.ts";
import { labelsMarkdown } from "./first-labels/labels-experiment.ts";
import { marksMarkdown, marksSummary } from "./marks/marks-experiment.ts";
import { plantingMarkdown } from "./planting/planting-experiment.ts";
import { outcomesMarkdown } from "./outcomes/outcomes-experiment.ts";
import { recoveryMarkdown, recoverySummary } from "./recovery/recovery-tables.ts";
import { replayLabelsMarkdown } from "./replay-labels/replay-labels-experiment.ts";
import { rightRunsMarkdown } from "./right-runs/right-runs-experiment.ts";
import { rollbackMarkdown, rollbackSummary } from "./rollback/rollback-experiment.ts";
import { sweepsMarkdown, sweepsSummary } from "./sweeps/sweeps-experiment.ts";
import { wrongAcceptsMarkdown, wrongAcceptsSummary } from "./wrong-accepts/wrong-accepts-experiment.ts";

const read = (file: string): string =>
  readFileSync(new URL(`../../../../docs/${file}`, import.meta.url), "utf8");
const findings = keptFindings();

/** Functions that make all tables of an experiment, and its part of the document, from its figures. */
interface Part {
  readonly name: string;
  /** Default `benchmarks.md`. */
  readonly document?: string;
  readonly all: (json: string) => string;
  readonly shown: (json: string) => string;
}

const figuresIn = (json: string) => JSON.parse(json).figures;
const claimsIn = (json: string) => JSON.parse(json).claims;

const PARTS: readonly Part[] = [
  {
    name: "coverage",
    all: (json) => coverageMarkdown(figuresIn(json)),
    shown: (json) => coverageSummary(figuresIn(json)),
  },
  {
    name: "calls",
    all: (json) => callsMarkdown(figuresIn(json)),
    shown: (json) => callsSummary(figuresIn(json)),
  },
  {
    name: "data",
    all: (json) => dataMarkdown(figuresIn(json)),
    shown: (json) => dataSummary(figuresIn(json)),
  },
  {
    name: "marks",
    all: (json) => marksMarkdown(figuresIn(json)),
    shown: (json) => marksSummary(figuresIn(json)),
  },
  {
    name: "planting",
    all: (json) => plantingMarkdown(figuresIn(json)),
    shown: (json) => plantingMarkdown(figuresIn(json)),
  },
  {
    name: "rollback",
    all: (json) => rollbackMarkdown(figuresIn(json), claimsIn(json)),
    shown: (json) => rollbackSummary(figuresIn(json), claimsIn(json)),
  },
  {
    name: "first-labels",
    all: (json) => labelsMarkdown(figuresIn(json), claimsIn(json)),
    shown: (json) => labelsMarkdown(figuresIn(json), claimsIn(json)),
  },
  { name: "choice", all: (json) => choiceMarkdown(figuresIn(json)), shown: () => CHOICE_SUMMARY },
  {
    name: "right-runs",
    all: (json) => rightRunsMarkdown(figuresIn(json)),
    shown: (json) => rightRunsMarkdown(figuresIn(json)),
  },
  {
    name: "sweeps",
    all: (json) => sweepsMarkdown(figuresIn(json), claimsIn(json)),
    shown: (json) => sweepsSummary(figuresIn(json), claimsIn(json)),
  },
];

const REPLAY_LABELS: Part = {
  name: "replay-labels",
  document: "labels-by-replay.md",
  all: (json) => replayLabelsMarkdown(figuresIn(json), claimsIn(json)),
  shown: (json) => replayLabelsMarkdown(figuresIn(json), claimsIn(json)),
};

const OUTCOMES: Part = {
  name: "outcomes",
  document: "labels-by-replay.md",
  all: (json) => outcomesMarkdown(figuresIn(json), claimsIn(json)),
  shown: (json) => outcomesMarkdown(figuresIn(json), claimsIn(json)),
};

const RECOVERY: Part = {
  name: "recovery",
  document: "recovery.md",
  all: (json) => recoveryMarkdown(figuresIn(json), claimsIn(json)),
  shown: (json) => recoverySummary(figuresIn(json), claimsIn(json)),
};

const LEARNING: Part = {
  name: "learning",
  document: "learning.md",
  all: (json) => learningMarkdown(figuresIn(json), claimsIn(json)),
  shown: (json) => learningMarkdown(figuresIn(json), claimsIn(json)),
};

const MODEL_CHANGE: Part = {
  name: "model-change",
  document: "learning.md",
  all: (json) => changeMarkdown(figuresIn(json), claimsIn(json)),
  shown: (json) => changeMarkdown(figuresIn(json), claimsIn(json)),
};

const WRONG_ACCEPTS: Part = {
  name: "wrong-accepts",
  document: "verifiers.md",
  all: (json) => wrongAcceptsMarkdown(figuresIn(json)),
  shown: (json) => wrongAcceptsSummary(figuresIn(json)),
};

const HELD_MAIL: Part = {
  name: "held-mail",
  document: "side-effects.md",
  all: (json) => heldMailMarkdown(figuresIn(json), claimsIn(json)),
  shown: (json) => heldMailMarkdown(figuresIn(json), claimsIn(json)),
};

const ALARM: Part = {
  name: "alarm",
  document: "early-alarm.md",
  all: (json) => alarmMarkdown(figuresIn(json), claimsIn(json)),
  shown: (json) => alarmSummary(figuresIn(json), claimsIn(json)),
};

/** Parts whose pages have a question of their own. */
const APART = [REPLAY_LABELS, OUTCOMES, RECOVERY, LEARNING, MODEL_CHANGE, WRONG_ACCEPTS, HELD_MAIL, ALARM];

const GROWTH: Part = {
  name: "growth",
  all: (json) => growthMarkdown(figuresIn(json)),
  shown: (json) => growthSummary(figuresIn(json)),
};

const documentOf = ({ document = "benchmarks.md" }: Part): string => read(document);

describe.each([...PARTS, ...APART, GROWTH])("the part of the docs that shows $name", (part) => {
  const { all, name, shown } = part;
  const document = documentOf(part);
  const finding = findingOf(findings, name);
  const json = JSON.stringify(finding);

  it("shows what the kept figures say", () => {
    expect(generatedPart(document, name)).toBe(shown(json));
  });

  it("has kept tables that say what the kept figures say", () => {
    expect(finding.markdown).toBe(all(json));
  });

  it("names the seed and the commit of these figures", () => {
    expect(document).toContain(`<!-- bench ${name} seed ${finding.seed} commit ${finding.commit} -->`);
  });
});

// The kept claims of growth have bounds of an earlier time; the document makes them anew.
describe.each([...PARTS, ...APART])("the claims of $name", (part) => {
  const document = documentOf(part);
  const { claims } = findingOf(findings, part.name);

  it("calls no claim open that holds", () => {
    expect(claims.filter(({ holds, isOpen }) => holds && isOpen === true)).toEqual([]);
  });

  it("claims nothing that the figures refute, but for what it names as missed", () => {
    expect(claims.length).toBeGreaterThan(0);
    const refuted = claims.filter(({ holds, isOpen }) => !holds && isOpen !== true);
    expect(refuted.filter(({ sentence }) => !document.includes(`missed: ${sentence}`))).toEqual([]);
  });
});

it("the chart of coverage is drawn from the kept figures", () => {
  const json = JSON.stringify(findingOf(findings, "coverage"));
  expect(read("benchmarks/coverage.svg")).toBe(coverageChart(figuresIn(json)));
});

it("the map of choices is drawn from the kept figures", () => {
  const json = JSON.stringify(findingOf(findings, "choice"));
  expect(read("benchmarks/choice.svg")).toBe(choiceChart(figuresIn(json)));
});

it("the curve of the early alarm is drawn from the kept figures", () => {
  const json = JSON.stringify(findingOf(findings, "alarm"));
  expect(read("benchmarks/alarm.svg")).toBe(alarmChart(figuresIn(json)));
});
