import type { Claim, Experiment } from "../experiment.ts";
import { inProcesses } from "../in-processes.ts";
import { choiceChart } from "./choice-chart.ts";
import type { MeasuredCell } from "./choice-cell.ts";
import { CHOICE_SUMMARY, choiceMarkdown, percent, savingIn } from "./choice-tables.ts";
import { AUROCS, type CellPlay } from "./measure-cell.ts";

const WORKER = { module: new URL("measure-cell-worker.js", import.meta.url), name: "measureCell" };

const FULL = {
  lengths: [5, 10, 20, 50, 100, 200],
  failing: [0.1, 0.3, 0.6],
  aurocs: AUROCS,
  calibrations: 10,
  runs: 100,
};
const QUICK = { lengths: [10, 50], failing: [0.3], aurocs: [0.5, 0.97], calibrations: 5, runs: 40 };

/** For which agent which policy is the cheapest. */
export const choiceExperiment: Experiment = {
  name: "choice",
  question:
    "For which agent is rollback, escalation or restarting the cheapest way to a right answer (simulated)",
  run: async ({ isQuick, onProgress, seed }) => {
    const { aurocs, calibrations, failing, lengths, runs } = isQuick ? QUICK : FULL;
    const plays = failing.flatMap((share) =>
      aurocs.flatMap((auroc) =>
        lengths.map((length): CellPlay => ({ length, failing: share, auroc, calibrations, runs, seed })),
      ),
    );
    const cells: readonly MeasuredCell[] = await inProcesses(WORKER, plays, onProgress);
    return {
      markdown: choiceMarkdown(cells),
      summary: CHOICE_SUMMARY,
      figures: cells,
      charts: { choice: choiceChart(cells) },
      claims: [neverDearer(cells), saves(cells)],
    };
  },
};

/** Standard errors beyond which chance does not reach, among so many cells. */
const BEYOND = 4;

function neverDearer(cells: readonly MeasuredCell[]): Claim {
  const excess = cells.flatMap(({ arms, auroc, failing, length }) =>
    arms
      .filter(({ policy }) => policy === "least cost")
      .map(({ against }) => ({
        where: `${length} steps, ${percent(failing)} failing, AUROC ${auroc}`,
        ...against,
        errors: against.standardError === 0 ? 0 : against.mean / against.standardError,
      })),
  );
  const worst = excess.toSorted((one, other) => other.errors - one.errors)[0];
  return {
    sentence: "The default policy is nowhere dearer than restarting, beyond chance.",
    holds: (worst?.errors ?? 0) <= BEYOND,
    measured: `at the most ${worst?.mean.toFixed(2)} ± ${worst?.standardError.toFixed(2)} run lengths, at ${worst?.where}`,
  };
}

/** An AUROC from which on a scorer saves much. */
const GOOD = 0.97;
const SAVED = 0.2;

function saves(cells: readonly MeasuredCell[]): Claim {
  const savings = cells.filter(({ auroc }) => auroc === GOOD).map(savingIn);
  const least = Math.min(...savings);
  return {
    sentence: `With an AUROC of ${GOOD} the cheapest policy saves at least ${percent(SAVED)} of what restarting costs, whatever the length.`,
    holds: least >= SAVED,
    measured: `${percent(least)} to ${percent(Math.max(...savings))}`,
  };
}
