import { SIMULATED_SCORERS } from "../../simulated/simulated-scorer.ts";
import type { Experiment } from "../experiment.ts";
import { inProcesses } from "../in-processes.ts";
import { asClaims, claimList, claimsOfPaperInBrief, ownClaimList } from "../paper-claim.ts";
import { coverageChart } from "./coverage-chart.ts";
import { ownClaims, paperClaims } from "./coverage-claims.ts";
import { ALPHA, coverageTable, removalByData, removalTables } from "./coverage-tables.ts";
import { type SettingFigures, type SettingJob, SETTINGS } from "./measure-setting.ts";

/** Splits where removal rates are compared, as in the paper, and where coverage alone is looked at. */
const [SPLITS, CURVE_SPLITS, QUICK_SPLITS] = [1000, 200, 50];
const CURVE = [0.1, 0.3, 0.4, 0.5];

/** The one of which the document shows figures: it stands for the paper's fine-tuned scorer. */
const SHOWN_SCORER = ".762";

/** The first paper's figure 7 and table 3. */
export const coverageExperiment: Experiment = {
  name: "coverage",
  question: "Does every method cover what it promises, and which removes most where (simulated scorers)",
  run: async ({ isQuick, onProgress, seed }) => {
    const alphas = isQuick
      ? [{ alpha: ALPHA, splits: QUICK_SPLITS }]
      : [{ alpha: ALPHA, splits: SPLITS }, ...CURVE.map((alpha) => ({ alpha, splits: CURVE_SPLITS }))];
    const jobs = SETTINGS.flatMap((setting) =>
      SIMULATED_SCORERS.map(({ name: scorer }): SettingJob => ({ setting, scorer, seed, alphas })),
    );
    const worker = { module: new URL("measure-setting-worker.js", import.meta.url), name: "measureSetting" };
    const measured = await inProcesses<readonly SettingFigures[]>(worker, jobs, onProgress);
    const figures = measured.flat();
    return {
      markdown: coverageMarkdown(figures),
      summary: coverageSummary(figures),
      figures,
      charts: { coverage: coverageChart(figures) },
      claims: [...asClaims(paperClaims(figures)), ...ownClaims(figures)],
    };
  },
};

/** The part of the document. */
export const coverageSummary = (figures: readonly SettingFigures[]): string =>
  [
    `Removal rate at alpha ${ALPHA} by kind of data, with a simulated scorer of AUROC ${SHOWN_SCORER}:`,
    removalByData(figures, SHOWN_SCORER),
    claimsOfPaperInBrief(paperClaims(figures)),
    ownClaimList(ownClaims(figures)),
  ].join("\n\n");

/** All tables. */
export const coverageMarkdown = (figures: readonly SettingFigures[]): string =>
  [
    `Coverage, least to most over ${SETTINGS.length} kinds of data and ${SIMULATED_SCORERS.length} simulated scorers:`,
    coverageTable(figures),
    "![Coverage against its target, one panel a method](benchmarks/coverage.svg)",
    `Removal rate at alpha ${ALPHA}, simulated scorers by their AUROC. The paper's columns: DyLAN / MacNet, where it has both:`,
    ...removalTables(figures),
    "What the paper says:",
    claimList(paperClaims(figures)),
    "What we say:",
    ownClaimList(ownClaims(figures)),
  ].join("\n\n");
