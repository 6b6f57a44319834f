import { type Variant, VARIANTS } from "../../failures/variant.ts";
import type { Claim, Experiment, Measurement } from "../experiment.ts";
import { inProcesses } from "../in-processes.ts";
import { claimsInBrief, claimsInWords } from "../claims-in-words.ts";
import { rollbackClaims } from "./rollback-claims.ts";
import { reachTable, successTable, tokensTable, winnersTable } from "./rollback-tables.ts";
import { ARMS_WITH_SETS, ROLLBACKS } from "../../arms/rollback-arms.ts";
import { settingFigures, type SettingFigures } from "./setting-figures.ts";
import { armAt, type TriedFailure } from "./tried-failure.ts";
import { SYSTEM_NAMES } from "../../systems/systems.ts";
import type { TrySetting } from "./try-failures.ts";

const ALPHAS = [0.2, 0.1];
const CALIBRATIONS = 10;
const RUNS = 1000;
/** Failures that the scorer is fitted on, and as many that calibrate. */
const LEARNT = 100;

/** Arms that a reader chooses from. */
const COMPARED = ["restart", "top one", "DR suffix", "escalate", "least cost", "oracle"] as const;

interface Extent {
  readonly alphas: readonly number[];
  readonly calibrations: number;
  readonly size: TrySetting["size"];
  readonly systems: readonly string[];
  readonly variants: readonly Variant[];
}

const full = (runs: number): Extent => ({
  alphas: ALPHAS,
  calibrations: CALIBRATIONS,
  size: { fit: LEARNT, calibrate: LEARNT, test: Math.ceil(runs / CALIBRATIONS) },
  systems: SYSTEM_NAMES,
  variants: VARIANTS,
});

const QUICK: Extent = {
  alphas: [0.2],
  calibrations: 2,
  size: { fit: 40, calibrate: 40, test: 12 },
  // In DyLAN, few planted faults fail their runs.
  systems: ["MacNet", "team"],
  // Where faults come early, most runs point at their first step.
  variants: ["left", "uniform"],
};

/** The first paper's rollback experiment (Table 5), on live graphs. */
export const rollbackExperiment: Experiment = {
  name: "rollback",
  question: "Which policy wins where: the paper's rollback experiment on live graphs (simulated model)",
  run: async ({ isQuick, onProgress, runs = RUNS, seed }) => {
    const { alphas, calibrations, size, systems, variants } = isQuick ? QUICK : full(runs);
    const settings = systems.flatMap((system) => variants.map((variant) => ({ system, variant })));
    const jobs = settings.flatMap((setting) =>
      Array.from({ length: calibrations }, (_, at) => ({
        ...setting,
        alphas,
        size,
        calibration: seed * calibrations + at,
      })),
    );
    const worker = { module: new URL("try-failures-worker.js", import.meta.url), name: "tryInProcess" };
    const tried: readonly (readonly TriedFailure[])[] = await inProcesses(worker, jobs, onProgress);
    const figures = settings.map((setting, at) =>
      settingFigures(setting, tried.slice(at * calibrations, (at + 1) * calibrations).flat(), alphas),
    );
    return rollbackFinding(figures, alphas);
  },
};

/** The tables and claims of measured settings. */
function rollbackFinding(figures: readonly SettingFigures[], alphas: readonly number[]): Measurement {
  const claims = alphas.flatMap((alpha) => rollbackClaims(figures, alpha));
  return {
    markdown: rollbackMarkdown(figures, claims),
    summary: rollbackSummary(figures, claims),
    figures,
    charts: {},
    claims,
  };
}

/** The winner of each setting, beside the arms that a reader chooses from. */
function winners(figures: readonly SettingFigures[]): readonly string[] {
  const runs = Math.min(...figures.map(({ n }) => n));
  const [alpha = 0] = ALPHAS;
  const compared = COMPARED.map((arm) =>
    ARMS_WITH_SETS.some(({ name }) => name === arm) ? armAt(arm, alpha) : arm,
  );
  return [
    `${runs} failed runs a setting, at most ${ROLLBACKS} rollbacks. Success, and steps redone of those of restarting, each ± its standard error over problems:`,
    winnersTable(figures, compared, ROLLBACKS),
  ];
}

/** The part of the document. */
export const rollbackSummary = (figures: readonly SettingFigures[], claims: readonly Claim[]): string =>
  [...winners(figures), ...claimsInBrief(claims)].join("\n\n");

/** All tables. */
export function rollbackMarkdown(figures: readonly SettingFigures[], claims: readonly Claim[]): string {
  const bySystem = (tables: (settings: readonly SettingFigures[]) => string): readonly string[] =>
    SYSTEM_NAMES.map((name) => figures.filter(({ system }) => system === name))
      .filter((settings) => settings.length > 0)
      .map(tables);
  return [
    ...winners(figures),
    ...claimsInWords(claims),
    "All arms:",
    ...bySystem((settings) => successTable(settings, ROLLBACKS)),
    "The same with one rollback, as in the paper:",
    ...bySystem((settings) => successTable(settings, 1)),
    "How often the first start lies at or before the mistake, ± its standard error over calibrations, and the share of steps redone, with one rollback:",
    ...bySystem(reachTable),
    `Tokens read and written after the failure, of those of restarting, with at most ${ROLLBACKS} rollbacks:`,
    tokensTable(figures, ROLLBACKS),
  ].join("\n\n");
}
