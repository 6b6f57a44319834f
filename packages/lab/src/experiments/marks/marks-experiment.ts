import { share } from "../../documents/table.ts";
import { filesIn, nothingFound } from "../data-folder.ts";
import type { Experiment } from "../experiment.ts";
import { inProcesses } from "../in-processes.ts";
import { JUDGES } from "../labelled-data/data-sets.ts";
import { ownClaimList } from "../paper-claim.ts";
import { FEW_LABELS_ALPHA, type FewLabelsFigures } from "./few-labels.ts";
import { fewLabelsTable, fewRightRunsTable } from "./few-labels-tables.ts";
import { FEW_RIGHT_RUNS_EPSILON, type FewRightRunsFigures } from "./few-right-runs.ts";
import { MARKS_FILE } from "./marked-runs.ts";
import { marksClaims } from "./marks-claims.ts";
import {
  fewLabelsOf,
  fewRightRunsOf,
  scorersOf,
  scorersTable,
  shownVerifiers,
  verifiersOf,
  verifiersTable,
} from "./marks-tables.ts";
import { type MarksFigures, marksJobs } from "./measure-marks.ts";

/** Recorded answers of real language models about real runs: as scorers of steps, and as verifiers of runs. */
export const marksExperiment: Experiment = {
  name: "marks",
  question: "What are recorded opinions of language models worth (needs --data)",
  run: async ({ data, isQuick, onProgress, seed }) => {
    const { found, missing } = filesIn(data, [MARKS_FILE]);
    const file = found.get(MARKS_FILE);
    if (file === undefined) return nothingFound(missing);
    const worker = { module: new URL("measure-marks-worker.js", import.meta.url), name: "measureMarks" };
    const jobs = marksJobs(file, { isQuick, seed });
    const figures = (await inProcesses<readonly MarksFigures[]>(worker, jobs, onProgress)).flat();
    return {
      markdown: marksMarkdown(figures),
      summary: marksSummary(figures),
      figures,
      charts: {},
      claims: marksClaims(figures),
    };
  },
};

/** Of the verifiers that the document shows. */
const SHOWN_EPSILON = 0.05;

/** The part of the document. */
export function marksSummary(figures: readonly MarksFigures[]): string {
  const [scorer] = scorersOf(figures);
  const [verifier] = verifiersOf(figures);
  if (scorer === undefined || verifier === undefined) return "";
  return [
    `As scorers of the steps of ${scorer.n} failed runs, ${scorer.splits} splits, alpha 0.2. Mean ± standard error over ${scorer.units} tasks:`,
    scorersTable(figures),
    "### Language models as verifiers",
    `${verifier.n} runs that people found right (${verifier.right}) or wrong, ${verifier.splits} splits. Mean ± standard error over ${verifier.units} tasks. Several models by themselves reject a run together if each of them does. Those marked * are the ${JUDGES.length} together:`,
    verifiersTable(shownVerifiers(figures, SHOWN_EPSILON)),
    ownClaimList(marksClaims(figures)),
  ].join("\n\n");
}

/** All tables. */
export function marksMarkdown(figures: readonly MarksFigures[]): string {
  const [scorer] = scorersOf(figures);
  const [verifier] = verifiersOf(figures);
  if (scorer === undefined || verifier === undefined) return "";
  return [
    "### Language models as scorers",
    `${scorer.n} failed runs; halves never part a task, ${scorer.splits} splits, alpha 0.2; a quarter fits, a quarter calibrates, half is predicted. Mean ± standard error over ${scorer.units} tasks:`,
    scorersTable(figures),
    "### Language models as verifiers",
    `What the same models said of whole runs: ${verifier.n} runs that people found right (${verifier.right}) or wrong. Each model gives two numbers, its verdict on the run and the share of steps that it does not mark wrong. A third of the runs fits how much these count, a third calibrates, a third is judged; thirds never part a task. ${verifier.splits} splits; mean ± standard error over ${verifier.units} tasks. Several models by themselves reject a run together if each of them does. Those marked * are the ${JUDGES.length} together:`,
    verifiersTable(verifiersOf(figures)),
    ...fewLabelsMarkdown(fewLabelsOf(figures), fewRightRunsOf(figures)),
    ownClaimList(marksClaims(figures)),
  ].join("\n\n");
}

/** Nothing where nothing was measured. */
function fewLabelsMarkdown(
  sets: readonly FewLabelsFigures[],
  verdicts: readonly FewRightRunsFigures[],
): readonly string[] {
  const [one] = sets;
  if (one === undefined) return [];
  return [
    "### Few labels",
    `Labels and predicted runs are of the same domains; the weights of marks are fitted to the failures of all other domains, so that all labels calibrate. The ensemble is fitted to a part of the labels. Each selection of one domain or two out of four in turn, ${one.draws} draws of each, alpha ${FEW_LABELS_ALPHA}; no task is both labelled and predicted; domains with fewer failures than labels are left out. Mean ± standard error over tasks. The weights that ship are fitted to all four domains:`,
    fewLabelsTable(sets),
    `The panel of ${JUDGES.length} as a verifier at epsilon ${share(FEW_RIGHT_RUNS_EPSILON)}, calibrated with few right runs: a third of the tasks fits it, the next right runs calibrate it, runs of all other tasks are judged. The rank of the threshold is rounded up, or drawn by the names of the right runs, as a product draws it:`,
    fewRightRunsTable(verdicts),
  ];
}
