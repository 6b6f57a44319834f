import type { ConformalMethod } from "@langgraph-rollback/attribution/conformal";

import { share, table } from "../../documents/table.ts";
import { type Variant, VARIANTS } from "../../failures/variant.ts";
import { SIMULATED_SCORERS } from "../../simulated/simulated-scorer.ts";
import type { Experiment } from "../experiment.ts";
import { asClaims, claimList, claimsOfPaperInBrief } from "../paper-claim.ts";
import { PUBLISHED_CALLS } from "../published/scorer-calls.ts";
import { callsClaims } from "./calls-claims.ts";
import { type CallsFigures, type CallsJob, countCalls } from "./count-calls.ts";
import { MEASURED_METHODS } from "../measured-methods.ts";

/** The one that stands for the paper's fine-tuned scorer, and a stronger one. */
const SCORERS = SIMULATED_SCORERS.filter(({ auroc }) => auroc > 0.7);
const LAZY = ["left", "right"] as const;
const LENGTHS = [10, 20, 50, 100];
const [CALIBRATIONS, QUICK_CALIBRATIONS] = [30, 3];

/** The first paper's table 4: how many scores a set takes. */
export const callsExperiment: Experiment = {
  name: "calls",
  question: "How many scorer calls does each method need (simulated scorers)",
  run: async ({ isQuick, onProgress, seed }) => {
    const calibrations = isQuick ? QUICK_CALIBRATIONS : CALIBRATIONS;
    const lengths = isQuick ? [] : LENGTHS;
    const jobs = SCORERS.flatMap((scorer) =>
      VARIANTS.flatMap((variant): readonly CallsJob[] => [
        ...MEASURED_METHODS.map((method) => ({ method, variant, scorer, calibrations, seed })),
        ...LAZY.flatMap((method) =>
          lengths.map((length) => ({ method, variant, scorer, calibrations, seed, lengths: [length] })),
        ),
      ]),
    );
    const figures: CallsFigures[] = [];
    for (const job of jobs) {
      figures.push(await countCalls(job));
      onProgress(figures.length, jobs.length);
    }
    return {
      markdown: callsMarkdown(figures),
      summary: callsSummary(figures),
      figures,
      charts: {},
      claims: asClaims(callsClaims(figures)),
    };
  },
};

const INTRODUCTION =
  "Scorer calls a failed run, 6 to 11 steps, alpha 0.2, simulated scorer of AUROC .762 as the paper's fine-tuned one; ± standard error over calibrations:";

/** The part of the document. Methods that score every step are alike, so that one stands for them. */
export const callsSummary = (figures: readonly CallsFigures[]): string =>
  [
    `All other methods score every step, as \`vanilla\` does. ${INTRODUCTION}`,
    callsTable(figures, ["vanilla", ...LAZY]),
    claimsOfPaperInBrief(callsClaims(figures)),
  ].join("\n\n");

/** All tables. */
export const callsMarkdown = (figures: readonly CallsFigures[]): string =>
  [
    INTRODUCTION,
    callsTable(figures, MEASURED_METHODS),
    ...(figures.some(({ lengths }) => lengths !== undefined)
      ? [
          "By length, the same scorer; calls, and their share of the steps. All other methods score every step:",
          lengthTable(figures),
        ]
      : []),
    "What the paper says:",
    claimList(callsClaims(figures)),
  ].join("\n\n");

function callsTable(figures: readonly CallsFigures[], methods: readonly ConformalMethod[]): string {
  const cell = (method: ConformalMethod, variant: Variant): string => {
    const found = figures.find(
      (each) =>
        each.scorer === ".762" &&
        each.lengths === undefined &&
        each.method === method &&
        each.variant === variant,
    );
    return found === undefined ? "" : `${found.calls.mean.toFixed(2)} ± ${share(found.calls.standardError)}`;
  };
  return table(
    [
      "",
      ...VARIANTS.flatMap((variant) => (variant === "uniform" ? [variant] : [`${variant} dense`, "paper"])),
    ],
    methods.map((method) => [
      `\`${method}\``,
      ...VARIANTS.flatMap((variant) =>
        variant === "uniform"
          ? [cell(method, variant)]
          : [cell(method, variant), PUBLISHED_CALLS[method]?.[variant]?.toFixed(2) ?? ""],
      ),
    ]),
  );
}

function lengthTable(figures: readonly CallsFigures[]): string {
  const ofLength = figures.filter(({ lengths, scorer }) => lengths !== undefined && scorer === ".762");
  const all = [...new Set(ofLength.map(({ lengths: [length = 0] = [] }) => length))];
  return table(
    ["", ...all.map((length) => `${length} steps`)],
    VARIANTS.flatMap((variant) =>
      LAZY.map((method) => [
        `\`${method}\`, ${variant}`,
        ...ofLength
          .filter((each) => each.method === method && each.variant === variant)
          .map((each) => `${each.calls.mean.toFixed(1)}, ${share(each.share)}`),
      ]),
    ),
  );
}
