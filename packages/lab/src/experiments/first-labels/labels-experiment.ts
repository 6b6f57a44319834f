import { SUPPORT } from "../../systems/systems.ts";
import { table, share } from "../../documents/table.ts";
import { claimsInWords } from "../claims-in-words.ts";
import type { Experiment } from "../experiment.ts";
import type { Figure } from "../figure.ts";
import { inProcesses } from "../in-processes.ts";
import { labelsClaims } from "./labels-claims.ts";
import { type LabelsFigures, labelsFigures } from "./labels-figures.ts";
import type { TriedLabels } from "./try-labels.ts";

const RUNS = 2000;
const FRESH = 50;
/** Seeds that a run of the experiment has for its rounds. */
const ROUND_SEEDS = 1000;

/** Numbers of labels by system: of the second and third only the forecast is asked. */
const SIZES: Readonly<Record<string, readonly number[]>> = {
  [SUPPORT]: [10, 15, 30, 54, 130],
  team: [30],
  MacNet: [30],
};
const QUICK_SIZES: Readonly<Record<string, readonly number[]>> = { [SUPPORT]: [15], team: [30] };

/** Whether few labels are enough, by what a user does: the command and `withRollback`, each with its defaults. */
export const labelsExperiment: Experiment = {
  name: "first-labels",
  question: "What an agent gets with the labels that it has (simulated agents)",
  run: async ({ isQuick, onProgress, runs = RUNS, seed }) => {
    const sizes = isQuick ? QUICK_SIZES : SIZES;
    const fresh = isQuick ? 10 : FRESH;
    const rounds = isQuick ? 2 : Math.ceil(runs / fresh);
    const jobs = Object.entries(sizes).flatMap(([system, own]) =>
      Array.from({ length: system === SUPPORT ? rounds : Math.max(2, Math.ceil(rounds / 2)) }, (_, at) => ({
        system,
        sizes: own,
        fresh,
        seed: seed * ROUND_SEEDS + at,
      })),
    );
    const worker = { module: new URL("try-labels-worker.js", import.meta.url), name: "tryInProcess" };
    const tried: readonly (readonly TriedLabels[])[] = await inProcesses(worker, jobs, onProgress);
    const figures = Object.entries(sizes).flatMap(([system, own]) => {
      const rows = tried.filter((_, at) => jobs[at]?.system === system).flat();
      return [0, ...own].map((size) => labelsFigures(system, size, rows));
    });
    const claims = labelsClaims(figures);
    const markdown = labelsMarkdown(figures, claims);
    return { markdown, summary: markdown, figures, charts: {}, claims };
  },
};

/** The part of the document. */
export function labelsMarkdown(
  figures: readonly LabelsFigures[],
  claims: ReturnType<typeof labelsClaims>,
): string {
  const [one] = figures;
  return [
    `Agents are simulated: \`${SUPPORT}\` is an agent of \`createAgent\` with four tools, whose runs have nine steps; its calls err with probability .1. Failures are natural and labelled by rule. \`calibrate\` and \`withRollback\` have their defaults. ${one?.runs ?? 0} fresh failures of \`${SUPPORT}\` and ${figures.at(-1)?.runs ?? 0} of the others, ± standard errors over rounds, each with labels of its own.`,
    table(
      [
        "",
        "labels",
        "first rollback keeps a step",
        "steps redone, of restarting's",
        "recovered",
        "redone by first rollbacks",
        "forecast less that",
      ],
      figures.map((row) => [
        row.system,
        row.size === 0 ? "none, restarts" : String(row.size),
        withError(row.kept),
        withError(row.redone),
        withError(row.recovered),
        withError(row.first),
        row.forecastError === null ? "" : withError(row.forecastError),
      ]),
    ),
    ...claimsInWords(claims),
  ].join("\n\n");
}

const withError = ({ mean, standardError }: Figure): string =>
  Number.isNaN(standardError) ? share(mean) : `${share(mean)} ± ${share(standardError, 3)}`;
