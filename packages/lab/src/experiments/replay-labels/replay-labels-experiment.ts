import { share, table } from "../../documents/table.ts";
import { claimsInWords } from "../claims-in-words.ts";
import type { Experiment } from "../experiment.ts";
import type { Figure } from "../figure.ts";
import { inProcesses } from "../in-processes.ts";
import type { TwiceLabelled } from "./label-failures.ts";
import { replayLabelsClaims } from "./replay-labels-claims.ts";
import { type ReplayLabelsFigures, replayLabelsFigures } from "./replay-labels-figures.ts";

const FAILURES = 320;
const SPLITS = 30;
/** Failures of one process at a time. */
const CHUNK = 20;
/** Seeds that a run of the experiment has for its parts. */
const SEEDS = 1000;

/** By system the tolerated miss rate. Three failures of MacNet in ten are recovered by no replay, so a lower rate cannot be had. */
const ALPHAS: Readonly<Record<string, number>> = { team: 0.2, MacNet: 0.4 };

/** Worth of labels by replay: as labels of the first mistake, and as labels of the last recovering start. */
export const replayLabelsExperiment: Experiment = {
  name: "replay-labels",
  question: "What labels by replay are worth (simulated agents)",
  document: "labels-by-replay.md",
  run: async ({ isQuick, onProgress, runs = FAILURES, seed }) => {
    const count = isQuick ? 2 * CHUNK : runs;
    const jobs = Object.keys(ALPHAS).flatMap((system) =>
      Array.from({ length: Math.ceil(count / CHUNK) }, (_, at) => ({
        system,
        count: CHUNK,
        seed: seed * SEEDS + at,
      })),
    );
    const worker = { module: new URL("label-worker.js", import.meta.url), name: "labelInProcess" };
    const labelled: readonly (readonly TwiceLabelled[])[] = await inProcesses(worker, jobs, onProgress);
    const figures = await Promise.all(
      Object.entries(ALPHAS).map(([system, alpha]) => {
        const own = labelled.filter((_, at) => jobs[at]?.system === system).flat();
        return replayLabelsFigures(system, own, { alpha, splits: isQuick ? 3 : SPLITS });
      }),
    );
    const claims = replayLabelsClaims(figures);
    const markdown = replayLabelsMarkdown(figures, claims);
    return { markdown, summary: markdown, figures, charts: {}, claims };
  },
};

/** The part of the document. */
export function replayLabelsMarkdown(
  figures: readonly ReplayLabelsFigures[],
  claims: ReturnType<typeof replayLabelsClaims>,
): string {
  const [one] = figures;
  return [
    `Agents are simulated. ${one?.failures ?? 0} natural failures of each, every one labelled by replays with patience 1. AUROC is of the first mistake in failures on other problems, by a scorer fitted on the same failures with true labels and with labels by replay, ± standard errors over splits. The last two columns are shares of fresh failures whose set, calibrated on labels by replay, begins at or before that step; failures that no replay recovers count as missed.`,
    table(
      [
        "",
        "replays a failure",
        "label = first mistake",
        "earlier",
        "later",
        "none recovers",
        "AUROC, true labels",
        "by replay",
        "alpha",
        "last recovering start",
        "first mistake",
      ],
      figures.map(({ alpha, mistake, recovering, replay, replays, shares, system, truth }) => [
        system,
        share(replays),
        share(shares.same),
        share(shares.earlier),
        share(shares.later),
        share(shares.unrecovered),
        withError(truth),
        withError(replay),
        share(alpha, 1),
        withError(recovering),
        withError(mistake),
      ]),
    ),
    ...claimsInWords(claims, "claims"),
  ].join("\n\n");
}

const withError = ({ mean, standardError }: Figure): string =>
  `${share(mean, 3)} ± ${share(standardError, 3)}`;
