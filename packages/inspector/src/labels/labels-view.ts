import type { ThreadSource } from "../source/thread-source.ts";
import type { Disagreement, LabelsView } from "../shared/view/labels-view.ts";
import { attemptKey } from "../shared/labels/attempt-key.ts";
import { consensusOf, heldLabels } from "../shared/labels/consensus.ts";
import type { AttemptBrief } from "./attempt-brief.ts";
import { failedAttempts } from "./failed-attempts.ts";
import { labelQueue, type QueueKind } from "./label-queue.ts";
import { missedLabels } from "./missed-labels.ts";
import { nextLabels } from "./next-labels.ts";
import { settledLabels } from "./settled-labels.ts";
import { labelsByAttempt } from "../shared/labels/labels-by-attempt.ts";
import {
  EARLIEST_UNRECOVERED,
  type Label,
  LAST_RECOVERING_START,
  type LabelStore,
} from "../shared/labels/label.ts";

/** How much to look at, and whose labels. */
export interface LabelsViewOptions {
  /** Only labels of this convention count; default {@link EARLIEST_UNRECOVERED}. */
  readonly convention?: string | undefined;
  /** Threads that the queue is made of, latest first; default 1000. */
  readonly threads?: number | undefined;
}

/**
 * Lists labelled attempts, those that labellers disagree on, and those that a label would help with next. Labels by replay stand beside them: they answer no question
 * that the queue asks of people.
 */
export async function labelsView(
  source: ThreadSource,
  store: Pick<LabelStore, "list">,
  { convention = EARLIEST_UNRECOVERED, threads = 1000 }: LabelsViewOptions = {},
): Promise<LabelsView> {
  const all = await store.list();
  const labels = all.filter((label) => label.convention === convention);
  const isReplay = ({ convention: own }: Label) => own === LAST_RECOVERING_START && own !== convention;
  const replays = all.filter(isReplay);
  const failed = await failedAttempts(source, threads);
  return {
    ...labelsViewOf(labels, failed),
    ...(replays.length === 0 ? {} : { replays }),
    next: nextLabels(countUsable(labels, convention, failed)),
  };
}

/** How many labels calibration can use. Of attempts beyond the threads looked at, it is assumed that they are as they were. */
function countUsable(labels: readonly Label[], convention: string, failed: readonly AttemptBrief[]): number {
  const steps = new Map(failed.map((attempt) => [attemptKey(attempt), attempt.steps]));
  return [...settledLabels(labels, convention), ...missedLabels(labels, convention)].filter(
    (label) => (steps.get(attemptKey(label)) ?? label.steps) === label.steps,
  ).length;
}

/**
 * The view of labels of one convention, and of the attempts that they may be about.
 *
 * @param kind of the queue; default: failures, to label their decisive step
 */
export function labelsViewOf(
  labels: readonly Label[],
  attempts: readonly AttemptBrief[],
  kind?: QueueKind,
): LabelsView {
  const byAttempt = labelsByAttempt(labels);
  return {
    labels,
    ...labelQueue(attempts, byAttempt.of, kind),
    disagreements: byAttempt.groups.flatMap(disagreementIn),
    agreement: agreementOf(byAttempt.groups),
  };
}

function disagreementIn(labels: readonly Label[]): readonly Disagreement[] {
  const [first] = labels;
  if (first === undefined || consensusOf(labels).kind !== "disputed") return [];
  const { attempt, run, thread } = first;
  return [{ thread, run, attempt, labels: heldLabels(labels) }];
}

/** Over attempts with definite labels of two or more labellers. */
function agreementOf(groups: readonly (readonly Label[])[]): LabelsView["agreement"] {
  const shared = groups.map(heldLabels).filter((labels) => {
    const said = labels.filter(({ verdict }) => verdict.kind !== "not-this" && verdict.kind !== "unsure");
    return new Set(said.map(({ labeller }) => labeller)).size > 1;
  });
  const agreed = shared.filter((labels) => consensusOf(labels).kind !== "disputed");
  return { agreed: agreed.length, shared: shared.length };
}
