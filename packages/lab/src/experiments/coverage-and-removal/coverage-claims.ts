import type { ConformalMethod } from "@langgraph-rollback/attribution/conformal";

import { share } from "../../documents/table.ts";
import { SIMULATED_SCORERS } from "../../simulated/simulated-scorer.ts";
import type { Claim } from "../experiment.ts";
import type { PaperClaim } from "../paper-claim.ts";
import { PAPER_SCORERS, PUBLISHED_REMOVAL } from "../published/removal-rates.ts";
import { errorOf, figuresOf, removalOf } from "./coverage-figures.ts";
import { ALPHA } from "./coverage-tables.ts";
import { type Setting, type SettingFigures, SETTINGS } from "./measure-setting.ts";
import { MEASURED_METHODS } from "../measured-methods.ts";

/** Standard errors that a mean over splits may lie off: over a thousand means are looked at. */
const ERRORS = 4;
/** The paper's contiguous methods. */
const PAPERS: readonly ConformalMethod[] = ["crsvp", "left", "right", "two-way"];
const FILTRATIONS: readonly ConformalMethod[] = ["left", "right", "two-way"];

/** Claims of the paper about coverage and about the method that suits given data. */
export const paperClaims = (figures: readonly SettingFigures[]): readonly PaperClaim[] => [
  lowerBound(figures),
  upperBound(figures),
  ...crsvpDeviates(figures),
  isBest(figures, "left", "right"),
  isBest(figures, "right", "left"),
  isBest(figures, "mid", "two-way"),
  isBest(figures, "Who&When", "right"),
  isInsensitive(figures),
];

function lowerBound(figures: readonly SettingFigures[]): PaperClaim {
  const off = MEASURED_METHODS.flatMap((method) =>
    figuresOf(figures, { method }).map((each) => (each.coverage.mean - (1 - each.alpha)) / errorOf(each)),
  );
  const least = Math.min(...off);
  return {
    says: "coverage is at least 1 - alpha by every method",
    isSo: least >= -ERRORS,
    documented: "confirmed",
    measured: `of ${off.length} means over splits, the one furthest below is so by ${Math.max(0, -least).toFixed(1)} standard errors (${ERRORS} are allowed)`,
  };
}

/** It is about nonconformities that do not tie. Those of a scorer that says nothing do: mistakes at one place of equally long runs. */
function upperBound(all: readonly SettingFigures[]): PaperClaim {
  const figures = all.filter(({ scorer }) => scorer !== "constant");
  const off = MEASURED_METHODS.filter((method) => method !== "crsvp").flatMap((method) =>
    figuresOf(figures, { method }).map(
      (each) => (each.coverage.mean - each.empty - each.upper) / errorOf(each),
    ),
  );
  const most = Math.max(...off);
  return {
    says: "coverage is at most 1 - alpha + 1/(n+1) by every method but CRSVP, empty sets and the constant scorer, whose steps tie, aside",
    isSo: most <= ERRORS,
    documented: "confirmed",
    measured: `the mean furthest above is so by ${Math.max(0, most).toFixed(1)} standard errors (${ERRORS} are allowed)`,
  };
}

/** At this miss rate targets are low. */
const LOW_TARGET = 0.5;
/** Less is no deviation that a chart shows. */
const SEEN = 0.02;

/** No claim if low targets were not measured. */
function crsvpDeviates(figures: readonly SettingFigures[]): readonly PaperClaim[] {
  const found = figuresOf(figures, { method: "crsvp", alpha: LOW_TARGET });
  if (found.length === 0) return [];
  const above = (each: (typeof found)[number]): number => each.coverage.mean - each.upper;
  const furthest = found.reduce((a, b) => (above(b) > above(a) ? b : a));
  return [
    {
      says: "CRSVP covers more than its target where the target is low",
      isSo: above(furthest) > SEEN,
      documented: "confirmed",
      measured: `at 1 - alpha = ${share(1 - LOW_TARGET)} up to ${share(furthest.coverage.mean)}, by the scorer ${furthest.scorer} on ${WHERE[furthest.setting]}, where ${share(furthest.empty)} of its sets are empty and one step stands in`,
    },
  ];
}

function isBest(figures: readonly SettingFigures[], setting: Setting, method: ConformalMethod): PaperClaim {
  const margins = SIMULATED_SCORERS.map(({ name: scorer }) => {
    const rate = (each: ConformalMethod): number =>
      removalOf(figures, { setting, scorer, method: each, alpha: ALPHA }) ?? Number.NaN;
    const others = PAPERS.filter((each) => each !== method).map(rate);
    return { scorer, own: rate(method), other: Math.max(...others) };
  });
  const papers = margins.filter(({ scorer }) => isOfPaper(setting, scorer));
  const behind = margins.filter(({ other, own }) => own <= other);
  const closest = papers.reduce((a, b) => (b.own - b.other < a.own - a.other ? b : a));
  const inWords = ({ other, own, scorer }: (typeof margins)[number]): string =>
    `${share(own)} against ${share(other)} by the scorer ${scorer}`;
  return {
    says: `of its contiguous methods, \`${method}\` removes most on ${WHERE[setting]}, by each of its scorers`,
    isSo: closest.own > closest.other,
    documented: "confirmed",
    measured: `closest is ${inWords(closest)}; ${behind.length === 0 ? "it is so by every scorer here" : `it is not so for ${behind.map(inWords).join(", ")}`}`,
  };
}

/** Whether the paper has figures of the scorer that this one stands for. */
function isOfPaper(setting: Setting, scorer: string): boolean {
  const paper = PAPER_SCORERS.find(({ simulated }) => simulated === scorer);
  return paper !== undefined && PUBLISHED_REMOVAL[setting].left?.[paper.name] !== undefined;
}

const WHERE: Readonly<Record<Setting, string>> = {
  left: "left dense data",
  mid: "mid dense data",
  right: "right dense data",
  uniform: "uniform data",
  "Who&When": "Who&When",
};

interface Spread {
  readonly least: number;
  readonly most: number;
}

/** Difference between the scorer that removes most and the one that removes least, over settings. */
function spreadOf(figures: readonly SettingFigures[], methods: readonly ConformalMethod[]): Spread {
  const spreads = methods.flatMap((method) =>
    SETTINGS.map((setting) => {
      const rates = figuresOf(figures, { method, setting, alpha: ALPHA }).map(
        ({ removalRate }) => removalRate,
      );
      return Math.max(...rates) - Math.min(...rates);
    }),
  );
  return { least: Math.min(...spreads), most: Math.max(...spreads) };
}

const inWords = ({ least, most }: Spread): string => `${share(least)} to ${share(most)}`;

function isInsensitive(figures: readonly SettingFigures[]): PaperClaim {
  const filtration = spreadOf(figures, FILTRATIONS);
  const vanilla = spreadOf(figures, ["vanilla"]);
  return {
    says: "what filtration removes hardly depends on the scorer, what VCP removes does",
    isSo: filtration.most < vanilla.least,
    documented: "confirmed",
    measured: `from the worst scorer to the best, filtration differs by ${inWords(filtration)}, \`vanilla\` by ${inWords(vanilla)}, \`crsvp\` by ${inWords(spreadOf(figures, ["crsvp"]))}, \`interval\` by ${inWords(spreadOf(figures, ["interval"]))}`,
  };
}

/** Claims of our documents about our own methods. */
export function ownClaims(figures: readonly SettingFigures[]): readonly Claim[] {
  const rate = (setting: Setting, scorer: string, method: ConformalMethod): number =>
    removalOf(figures, { setting, scorer, method, alpha: ALPHA }) ?? Number.NaN;
  const best = (setting: Setting, scorer: string): number =>
    Math.max(...PAPERS.map((method) => rate(setting, scorer, method)));
  const anywhere = SIMULATED_SCORERS.filter(({ auroc }) => auroc > 0.7).map(({ name }) => ({
    name,
    own: rate("uniform", name, "interval"),
    other: best("uniform", name),
  }));
  const dense = (["left", "mid", "right"] as const).map((setting) => ({
    setting,
    own: rate(setting, ".554", "interval"),
    other: best(setting, ".554"),
  }));
  return [
    {
      sentence:
        "Where mistakes stand anywhere and the scorer is informative (AUROC above .7), `interval` removes more than the best of the paper's contiguous methods.",
      holds: anywhere.every(({ other, own }) => own > other),
      measured: anywhere
        .map(({ name, other, own }) => `${name}: ${share(own)} against ${share(other)}`)
        .join("; "),
    },
    {
      sentence:
        "On dense data and with a weak scorer (AUROC .554), the best of the paper's contiguous methods removes more than `interval`.",
      holds: dense.every(({ other, own }) => own < other),
      measured: dense
        .map(({ other, own, setting }) => `${setting}: ${share(other)} against ${share(own)}`)
        .join("; "),
    },
  ];
}
