import { filesIn, nothingFound } from "../data-folder.ts";
import type { Experiment } from "../experiment.ts";
import { inProcesses } from "../in-processes.ts";
import { JUDGES } from "../labelled-data/data-sets.ts";
import { ownClaimList } from "../paper-claim.ts";
import { marksClaims } from "./marks-claims.ts";
import { scorersOf, scorersTable, verifiersOf, verifiersTable } from "./marks-tables.ts";
import { type MarksFigures, marksJobs } from "./measure-marks.ts";

const FILE = "agentprocessbench-marks.jsonl";

/** Recorded answers of real language models about real runs: as scorers of steps, and as verifiers of runs. */
export const marksExperiment: Experiment = {
  name: "marks",
  question: "What are recorded opinions of language models worth (needs --data)",
  run: async ({ data, isQuick, onProgress, seed }) => {
    const { found, missing } = filesIn(data, [FILE]);
    const file = found.get(FILE);
    if (file === undefined) return nothingFound(missing);
    const worker = { module: new URL("measure-marks-worker.js", import.meta.url), name: "measureMarks" };
    const jobs = marksJobs(file, { isQuick, seed });
    const figures = (await inProcesses<readonly MarksFigures[]>(worker, jobs, onProgress)).flat();
    return { markdown: marksMarkdown(figures), figures, charts: {}, claims: marksClaims(figures) };
  },
};

/** The figures as the document has them. */
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
    verifiersTable(figures),
    ownClaimList(marksClaims(figures)),
  ].join("\n\n");
}
