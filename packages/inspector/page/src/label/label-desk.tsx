import { type ReactNode, useMemo, useState } from "react";

import { attemptKey, type AttemptId } from "../../../src/shared/labels/attempt-key.ts";
import type { Label } from "../../../src/shared/labels/label.ts";
import type { LabelsView, QueueItem } from "../../../src/shared/view/labels-view.ts";
import { usePageData } from "../data/page-data.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { useKeys } from "../parts/use-keys.ts";
import type { LabelQueue, Route } from "../routing/route.ts";
import { goTo } from "../routing/use-route.ts";
import { AlikeFailures } from "./alike-failures.tsx";
import { AttemptToLabel } from "./attempt-to-label.tsx";
import { Disagreements } from "./disagreements.tsx";
import { groupsByKey } from "./groups-by-key.ts";
import { LabelledList } from "./labelled-list.tsx";
import { settledBy } from "./labels-of-attempt.ts";
import { nextItem } from "./next-item.ts";
import { QueueList } from "./queue-list.tsx";
import { ScorerOnEarlier } from "./scorer-on-earlier.tsx";
import { SittingBar } from "./sitting-bar.tsx";
import { sittingOf } from "./sitting.ts";
import { type GivenLabels, useGivenLabels } from "./use-given-labels.ts";

type LabelRoute = Extract<Route, { page: "label" }>;

/** The queue, what labellers disagree on, and the attempt at hand. */
export function LabelDesk({
  view,
  route,
  reload,
}: {
  readonly view: LabelsView;
  readonly route: LabelRoute;
  readonly reload: () => void;
}): ReactNode {
  const { labeller } = usePageData();
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  // A labeller who has given a verdict cannot settle what is disputed.
  const settled = useMemo(() => settledBy(view.labels, labeller), [view.labels, labeller]);
  const queue = view.queue.filter((item) => !settled.has(attemptKey(item)));
  const current = currentOf(route) ?? queue[0];
  const { ask } = route;
  const given = useLabelling(ask, queue, current, reload);
  const left = queue.filter((item) => !given.done.has(attemptKey(item)));
  const group = current && groupsByKey(view.alike).get(attemptKey(current));
  const lookAt = (id: AttemptId) => {
    setSeen(new Set([...seen, attemptKey(id)]));
    goToAttempt(ask, id);
  };
  // Others' labels of what the labeller has yet to judge would lead them.
  const isOpenTo = (label: Label) => labeller === undefined || settled.has(attemptKey(label));
  return (
    <div className="desk">
      {given.give !== undefined && (
        <SittingBar
          sitting={sittingOf(given.done.size, left.length)}
          leftOfTen={leftOfTen(left)}
          next={view.next}
        />
      )}
      <aside className="desk-queue" aria-label="What to label">
        <QueueList
          {...{ ask, left, current, labeller }}
          done={given.done.size}
          agreement={view.agreement}
          alike={view.alike}
        />
        <Disagreements disagreements={view.disagreements} open={lookAt} />
        <LabelledList
          labels={[...view.labels, ...(view.replays ?? [])].filter(isOpenTo)}
          isOpen={given.give === undefined}
          ask={ask}
        />
      </aside>
      <div className="desk-attempt">
        <Said message={given.message} />
        {ask === undefined && given.earlier !== undefined && <ScorerOnEarlier label={given.earlier} />}
        {current !== undefined && group !== undefined && (
          <AlikeFailures {...{ group, current, labeller }} labels={view.labels} />
        )}
        {current === undefined ? (
          <NothingToLabel ask={ask} hasLabels={view.labels.length > 0} />
        ) : (
          <AttemptToLabel
            key={attemptKey(current)}
            id={current}
            ask={ask}
            step={currentOf(route) === undefined ? undefined : route.step}
            choose={(step) => goToAttempt(ask, current, step, "replace")}
            {...{ labeller, given }}
            labels={view.labels}
            isSeen={seen.has(attemptKey(current))}
          />
        )}
      </div>
    </div>
  );
}

/** How many are left of the ten that is labelled next; `undefined` where the queue has none, or asks about what labellers left open. */
function leftOfTen(left: readonly QueueItem[]): number | undefined {
  const [first] = left;
  if (first?.ten === undefined) return undefined;
  return left.filter(({ ten, why }) => ten === first.ten && why === first.why).length;
}

/** Labels given here, after which the next attempt comes, and the keys that go through the queue. */
function useLabelling(
  ask: LabelQueue,
  queue: readonly QueueItem[],
  current: AttemptId | undefined,
  reload: () => void,
): GivenLabels {
  const given = useGivenLabels({
    onGiven: (label, done) => {
      reload();
      const stays = label.verdict.kind === "not-this";
      if (!stays) goToAttempt(ask, nextItem(queue, label, done));
    },
    onTakenBack: (label) => {
      reload();
      goToAttempt(ask, label, "step" in label.verdict ? label.verdict.step : undefined);
    },
  });
  useKeys({
    "]": () => goToAttempt(ask, nextItem(queue, current, given.done)),
    "[": () => goToAttempt(ask, nextItem(queue, current, given.done, -1)),
    u: () => given.takeBack(),
  });
  return given;
}

function goToAttempt(
  ask: LabelQueue,
  id: AttemptId | undefined,
  step?: number,
  how: "push" | "replace" = "push",
): void {
  if (id === undefined) return;
  const { thread, run, attempt } = id;
  goTo({ page: "label", thread, run, attempt, step, ask }, how);
}

/** Result of the last action. It stays while attempts come and go, or screen readers would not hear of it. */
function Said({ message }: { readonly message: GivenLabels["message"] }): ReactNode {
  const { isBad, text, turn } = message;
  return (
    <output className={isBad ? "verdict-said failed" : "verdict-said"}>
      <TraceText key={turn} text={text} />
    </output>
  );
}

/** A run that was recorded without `withRollback` has no id, which leaves none in the address. */
function currentOf({ thread, run = "", attempt = 1 }: LabelRoute): AttemptId | undefined {
  return thread === undefined ? undefined : { thread, run, attempt };
}

function NothingToLabel({
  ask,
  hasLabels,
}: {
  readonly ask: LabelQueue;
  readonly hasLabels: boolean;
}): ReactNode {
  const { done, none } = ask === "runs" ? NO_RUNS : NO_FAILURES;
  return <p className="empty">{hasLabels ? done : none}</p>;
}

const NO_FAILURES = {
  done: "Every failed attempt here is labelled. Calibrate on the labels with langgraph-rollback calibrate.",
  none: "No attempt here has failed, so there is nothing to label.",
};

const NO_RUNS = {
  done: "Every run here is judged. Calibrate the verifier with langgraph-rollback calibrate --verifier.",
  none: "No verifier has judged a run here, so there is nothing to label.",
};
