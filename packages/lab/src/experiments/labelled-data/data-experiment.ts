import { filesIn, nothingFound, withoutFiles } from "../data-folder.ts";
import type { Experiment } from "../experiment.ts";
import { inProcesses } from "../in-processes.ts";
import { asClaims, claimList, claimsOfPaperInBrief, ownClaimList } from "../paper-claim.ts";
import { ownClaims, paperClaims } from "./data-claims.ts";
import { DATA_SETS } from "./data-sets.ts";
import { dataTables, lastScorersTable } from "./data-tables.ts";
import { type DataFigures, dataJobs } from "./measure-data.ts";

/** Methods and scorers on labelled failures of other people. */
export const dataExperiment: Experiment = {
  name: "data",
  question: "Which method and which scorer removes most on labelled failures (needs --data)",
  run: async ({ data, isQuick, onProgress, seed }) => {
    const { found, missing } = filesIn(
      data,
      DATA_SETS.map(({ file }) => file),
    );
    if (found.size === 0) return nothingFound(missing);
    const worker = { module: new URL("measure-data-worker.js", import.meta.url), name: "measureData" };
    const jobs = dataJobs(found, { isQuick, seed });
    const figures = (await inProcesses<readonly DataFigures[]>(worker, jobs, onProgress)).flat();
    return {
      markdown: dataMarkdown(figures),
      summary: dataSummary(figures),
      figures,
      charts: {},
      claims: [...asClaims(paperClaims(figures)), ...ownClaims(figures)],
      ...(missing.length === 0 ? {} : { incomplete: withoutFiles(missing) }),
    };
  },
};

/** The part of the document. */
export const dataSummary = (figures: readonly DataFigures[]): string =>
  [
    "Removal rate / coverage / redo cost (share of the steps from the set's first one on), alpha 0.2, by the scorer that reads texts (`logit`) or opinions (`ensemble`):",
    lastScorersTable(figures),
    claimsOfPaperInBrief(paperClaims(figures)),
    ownClaimList(ownClaims(figures)),
  ].join("\n\n");

/** All tables. */
export const dataMarkdown = (figures: readonly DataFigures[]): string =>
  [
    "Removal rate / coverage / redo cost (share of the steps from the set's first one on), alpha 0.2. In brackets how many runs fit and calibrate:",
    ...dataTables(figures),
    "What the paper says:",
    claimList(paperClaims(figures)),
    "What we say:",
    ownClaimList(ownClaims(figures)),
  ].join("\n\n");
