import { ROLLBACKS } from "../../arms/rollback-arms.ts";
import type { Claim, Experiment } from "../experiment.ts";
import { rollbackClaims } from "./rollback-claims.ts";
import { type Extent, full, missedClaims, QUICK, trySettings } from "./rollback-experiment.ts";
import { winnersTable } from "./rollback-tables.ts";
import type { SettingFigures } from "./setting-figures.ts";

/** The default policy, and what it is claimed to be better than. */
const ARMS = ["restart", "top one", "least cost, once", "least cost"];

/** The rollback experiment for the default policy alone: less than half as long. */
export const defaultExperiment: Experiment = {
  name: "default",
  question: "Does the default policy hold what is claimed of it, on live graphs (simulated model)",
  run: async ({ isQuick, onProgress, runs, seed }) => {
    const extent: Extent = isQuick
      ? // Most runs then point at their first step.
        { ...QUICK, systems: ["MacNet"], variants: ["left"], arms: ARMS }
      : { ...full(runs), arms: ARMS };
    const figures = await trySettings(extent, seed, onProgress);
    const claims = extent.alphas.flatMap((alpha) => rollbackClaims(figures, alpha));
    return { markdown: defaultMarkdown(figures, claims), figures, charts: {}, claims };
  },
};

/** What stands in the document. */
export function defaultMarkdown(figures: readonly SettingFigures[], claims: readonly Claim[]): string {
  const isDefault = (arm: string): boolean => arm.startsWith("least cost at");
  const arms =
    figures[0]?.arms.filter(({ arm, rollbacks }) => rollbacks === ROLLBACKS && isDefault(arm)) ?? [];
  return [
    `${Math.min(...figures.map(({ n }) => n))} failed runs a setting, at most ${ROLLBACKS} rollbacks. Success, and steps redone of those of restarting, each ± its standard error over problems:`,
    winnersTable(figures, ["restart", "top one", ...arms.map(({ arm }) => arm)], ROLLBACKS),
    ...missedClaims(claims),
  ].join("\n\n");
}
