import type { ThreadSource } from "../source/thread-source.ts";
import { type LabelStore, RIGHT_OR_WRONG } from "../shared/labels/label.ts";
import type { LabelsView } from "../shared/view/labels-view.ts";
import { judgedRuns } from "./judged-runs.ts";
import { labelsViewOf, type LabelsViewOptions } from "./labels-view.ts";

const RUNS = {
  drawn: "Drawn at random: calibration needs a fair sample of runs, independent of their verdicts.",
  seed: "right or wrong ",
  isGrouped: false,
};

/**
 * Which runs somebody has judged right or wrong, what labellers disagree on, and which runs to judge next: first attempts, accepted and
 * rejected ones alike, in random order. Nothing of it says what the
 * verifier made of a run, so that it does not lead the labeller.
 */
export async function runLabelsView(
  source: ThreadSource,
  store: Pick<LabelStore, "list">,
  { threads = 1000 }: Pick<LabelsViewOptions, "threads"> = {},
): Promise<LabelsView> {
  const labels = (await store.list()).filter(({ convention }) => convention === RIGHT_OR_WRONG);
  return labelsViewOf(labels, await judgedRuns(source, threads), RUNS);
}
