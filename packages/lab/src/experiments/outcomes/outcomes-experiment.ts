import { share, table } from "../../documents/table.ts";
import { claimsInWords } from "../claims-in-words.ts";
import type { Experiment } from "../experiment.ts";
import type { Figure } from "../figure.ts";
import { inProcesses } from "../in-processes.ts";
import { type ArmsLearnt } from "./learn-arms.ts";
import { outcomesClaims } from "./outcomes-claims.ts";
import { type OutcomesFigures, outcomesFigures } from "./outcomes-figures.ts";
import type { ReplayedFailure } from "./replay-failures.ts";

const FAILURES = 320;
const SIZES = [25, 50, 100, 200] as const;
const FRESH = 120;
const SPLITS = 20;
/** Failures of one process at a time. */
const CHUNK = 20;
/** Seeds that a run of the experiment has for its parts. */
const SEEDS = 1000;

const SYSTEMS = ["team", "MacNet"] as const;
/** The short form has few failures, of one system. */
const QUICK = { systems: ["team"], failures: 2 * CHUNK, sizes: [10, 25], fresh: 15, splits: 2 } as const;

/** Worth of the outcomes of retries and replays, where nobody labels. */
export const outcomesExperiment: Experiment = {
  name: "outcomes",
  question: "What a scorer learns from outcomes of replays (simulated agents)",
  document: "labels-by-replay.md",
  run: async ({ isQuick, onProgress, runs = FAILURES, seed }) => {
    const full = { systems: SYSTEMS, failures: runs, sizes: SIZES, fresh: FRESH, splits: SPLITS };
    const { failures: count, fresh, sizes, splits, systems } = isQuick ? QUICK : full;
    const jobs = systems.flatMap((system) =>
      Array.from({ length: Math.ceil(count / CHUNK) }, (_, at) => ({
        system,
        count: CHUNK,
        seed: seed * SEEDS + at,
      })),
    );
    const replaying = { module: new URL("replay-worker.js", import.meta.url), name: "replayInProcess" };
    const replayed: readonly (readonly ReplayedFailure[])[] = await inProcesses(replaying, jobs, onProgress);
    const failuresOf = (system: string): readonly ReplayedFailure[] =>
      replayed.filter((_, at) => jobs[at]?.system === system).flat();
    const draws = systems.flatMap((system) =>
      Array.from({ length: splits }, (_, draw) => ({
        system,
        failures: failuresOf(system),
        sizes,
        fresh,
        seed: draw,
      })),
    );
    const learning = { module: new URL("learn-worker.js", import.meta.url), name: "learnInProcess" };
    const learnt: readonly ArmsLearnt[] = await inProcesses(learning, draws, onProgress);
    const figures = systems.map((system) =>
      outcomesFigures(
        system,
        { failures: failuresOf(system).length, sizes },
        learnt.filter((_, at) => draws[at]?.system === system),
      ),
    );
    const claims = outcomesClaims(figures);
    const markdown = outcomesMarkdown(figures, claims);
    return { markdown, summary: markdown, figures, charts: {}, claims };
  },
};

/** The part of the document. */
export function outcomesMarkdown(
  figures: readonly OutcomesFigures[],
  claims: ReturnType<typeof outcomesClaims>,
): string {
  const [one] = figures;
  return [
    `Agents are simulated. ${one?.failures ?? 0} natural failures of each. AUROC is of the first mistake in failures on other problems, by the number of failures that a scorer is fitted to and by what it is told of them, ± standard errors over draws. Bisecting replays are those of a label by replay; drawn starts are replayed once each. All rows have the same failures.`,
    table(
      ["", "fitted to", ...(one?.sizes.map(String) ?? [])],
      figures.flatMap(({ arms, system }) =>
        arms.map(({ arm, auroc }) => [system, arm, ...auroc.map(withError)]),
      ),
    ),
    ...claimsInWords(claims, "claims"),
  ].join("\n\n");
}

const withError = ({ mean, standardError }: Figure): string =>
  `${share(mean, 3)} ± ${share(standardError, 3)}`;
