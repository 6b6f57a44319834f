import { parseOpinions, type MarkedFailure, type RecordedRun } from "@langgraph-rollback/attribution";
import { z } from "zod";

import { JUDGES } from "../labelled-data/data-sets.ts";

/** A run of the file of marks: the opinions on it, and where it belongs. */
export interface MarkedRun extends RecordedRun {
  /** Its domain. */
  readonly subset: string;
  /** Its task: runs of one group depend on each other. */
  readonly group: string;
}

/** The file of marks, in the folder of labelled data. */
export const MARKS_FILE = "agentprocessbench-marks.jsonl";

const placeSchema = z.object({ id: z.string(), subset: z.string(), group: z.string() });

/**
 * All runs of a file of marks.
 *
 * @param text JSON Lines, with `subset` and `group` beside what `parseOpinions` reads
 */
export function markedRuns(text: string): readonly MarkedRun[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const places = new Map(
    lines.map((line) => {
      const place = placeSchema.parse(JSON.parse(line));
      return [place.id, place] as const;
    }),
  );
  return parseOpinions(text).flatMap((run) => {
    const place = places.get(run.id);
    return place === undefined ? [] : [{ ...run, ...place }];
  });
}

/** A failed run whose first mistake is known. */
export type MarkedFailedRun = MarkedRun & Required<Pick<MarkedRun, "decisiveStep">>;

export function isFailed(run: MarkedRun): run is MarkedFailedRun {
  return run.decisiveStep !== undefined;
}

/** Data that weights of marks are fitted to: the failures among the runs, as the five judges mark them. */
export function markedFailures(runs: readonly MarkedRun[]): readonly MarkedFailure[] {
  return runs.filter(isFailed).map(({ decisiveStep, opinions }) => ({
    decisiveStep,
    judges: JUDGES.flatMap((judge) => {
      const opinion = opinions.get(judge);
      return opinion?.kind === "marks" ? [opinion.steps] : [];
    }),
  }));
}
